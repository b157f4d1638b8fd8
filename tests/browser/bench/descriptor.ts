// An assembly of about `lines` lines, as tests/bench/pipeline.rs makes it: components in a chain, each wired to the previous one.
export function descriptor(lines: number): string {
  const components = Math.floor(lines / 27);
  const numbers = [...Array(components).keys()];
  const property = (name: string) => `  ${name}:\n    type: string\n    description: What every component gets # a remark\n`;
  const component = (n: number) => `  component-${n}:
    type: resource::thing_${n % 12}::1.0
    cluster:
      initial-quantity: 1
      minimum-nodes: 1
      maximum-nodes: 4
    properties:
      deploymentLocation:
        value: '\${deploymentLocation}'
      resourceManager:
        value: '\${resourceManager}'
      flavor:
        value: \${flavor}
      data:
        value: "\${${n === 0 ? "data" : `component-${n - 1}.data`}}"
`;
  const link = (n: number) => `  link-${n}:
    source-capabilities:
    - component-${n - 1}.Network
    target-requirements:
    - component-${n}.Uplink
    source-state: Active
    target-state: Inactive
    properties:
      ip:
        value: '\${source.data}'
    lifecycle:
      Create: [target.join]
      Cease: [target.leave]
`;
  return [
    "name: assembly::bench::1.0\ndescription: A long chain\nproperties:\n",
    ...["deploymentLocation", "resourceManager", "flavor", "data"].map(property),
    "composition:\n",
    ...numbers.map(component),
    "relationships:\n",
    ...numbers.slice(1).map(link),
  ].join("");
}

// An assembly of many components in 14 lines each: a tree in which each takes its data from its parent and is wired to it.
export function tree(components: number): string {
  const numbers = [...Array(components).keys()];
  const parent = (n: number) => Math.floor((n - 1) / 3);
  const component = (n: number) => `  component-${n}:
    type: resource::thing_${n % 12}::1.0
    properties:
      deploymentLocation:
        value: \${deploymentLocation}
      resourceManager:
        value: \${resourceManager}
      data:
        value: \${${n === 0 ? "data" : `component-${parent(n)}.data`}}
`;
  const link = (n: number) => `  link-${n}:
    source-capabilities: [component-${parent(n)}.Network]
    target-requirements: [component-${n}.Uplink]
    source-state: Active
    target-state: Inactive
`;
  return [
    "name: assembly::bench::1.0\ndescription: A wide tree\nproperties:\n",
    ...["deploymentLocation", "resourceManager", "data"].map((name) => `  ${name}:\n    type: string\n`),
    "composition:\n",
    ...numbers.map(component),
    "relationships:\n",
    ...numbers.slice(1).map(link),
  ].join("");
}
