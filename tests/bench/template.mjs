// The service template that language servers and text editors are measured with, and the part of its language that a schema for JSON can express:
// with that schema, a YAML server that does not know TOSCA reports, completes and describes the same keys.

/** A service template of about so many lines: types, inputs, and node templates in a chain. */
export function template(lines) {
  let text = "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n";
  for (let n = 0; n < 20; n += 1) {
    text += `  shop.Node${n}:\n    derived_from: tosca.nodes.SoftwareComponent\n    properties:\n      port: {type: integer, default: 80}\n      label: {type: string, required: false}\n`;
  }
  text += "topology_template:\n  inputs:\n    port: {type: integer, default: 8080}\n  node_templates:\n    server: {type: tosca.nodes.Compute}\n";
  for (let n = 0; n < (lines - 108) / 10; n += 1) {
    text += `    node-${n}: # number ${n}\n      type: shop.Node${n % 20}\n      properties:\n        port: {get_input: port}\n        label: "node ${n}"\n      requirements:\n        - host: server\n        - dependency:\n            node: ${n > 0 ? `node-${n - 1}` : "server"}\n            relationship: tosca.relationships.DependsOn\n`;
  }
  return text;
}

export const SCHEMA = {
  type: "object",
  properties: {
    tosca_definitions_version: { enum: ["tosca_simple_yaml_1_2", "tosca_simple_yaml_1_3"] },
    node_types: { type: "object", additionalProperties: { type: "object" } },
    topology_template: {
      type: "object",
      properties: {
        inputs: { type: "object" },
        node_templates: {
          type: "object",
          additionalProperties: {
            type: "object",
            required: ["type"],
            properties: {
              type: { type: "string", description: "The node type." },
              properties: { type: "object", description: "Values of the properties." },
              requirements: { type: "array", description: "The requirement assignments, in order." },
              description: { type: "string", description: "A description of the node template." },
            },
            additionalProperties: false,
          },
        },
      },
    },
  },
};
