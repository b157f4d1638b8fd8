// Content of a YAML text as plain data, read by another parser than Limn's: mappings with sorted keys, lists, and scalars as their text, because the
// orchestrators treat every value of an assembly as a string.
import { parser } from "@lezer/yaml";

export type Value = string | Value[] | { [key: string]: Value };

type Node = NonNullable<ReturnType<typeof parser.parse>["topNode"]>;

export function parseYaml(text: string): Value {
  const document = parser.parse(text).topNode.getChild("Document");
  const root = document && firstValue(document);
  if (!root) throw new Error("expected a document with content");
  return value(root, text);
}

const children = (node: Node) => {
  const all: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) all.push(child);
  return all;
};

const SIGNS = new Set([":", "-", ",", "[", "]", "{", "}", "Comment", "Anchor", "Tag", "DirectiveEnd", "?", "BlockLiteralHeader"]);

const firstValue = (node: Node) => children(node).find((child) => !SIGNS.has(child.name) && child.name !== "Key");

function value(node: Node, text: string): Value {
  const source = text.slice(node.from, node.to);
  switch (node.name) {
    case "BlockMapping":
    case "FlowMapping": {
      const pairs = node.getChildren("Pair").map((pair): [string, Value] => {
        const key = firstValue(pair.getChild("Key")!)!;
        const given = firstValue(pair);
        return [String(value(key, text)), given ? value(given, text) : ""];
      });
      return Object.fromEntries(pairs.sort(([one], [other]) => (one < other ? -1 : 1)));
    }
    case "BlockSequence":
    case "FlowSequence":
      return node.getChildren("Item").map((item) => {
        const given = firstValue(item);
        return given ? value(given, text) : "";
      });
    case "QuotedLiteral":
      return source.startsWith("'") ? source.slice(1, -1).replaceAll("''", "'") : String(JSON.parse(source));
    case "Literal":
      return source.trim();
    default:
      throw new Error(`${node.name} is not in the documents of these tests: ${source}`);
  }
}
