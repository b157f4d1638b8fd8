// Monaco with monaco-yaml, as their documentation sets them up, with a schema for the text. monaco-yaml hands over its worker in a way that Monaco
// no longer supports; Monaco's own languages use the function that replaces it here.
import * as monaco from "monaco-editor/editor.js";
import "monaco-editor/features/register.all.js";
import "monaco-editor/languages/definitions/yaml/register.js";
import { createWebWorker } from "monaco-editor/internal/common/workers.js";
import { configureMonacoYaml } from "monaco-yaml";

self.MonacoEnvironment = { getWorker: (_, label) => new Worker(label === "yaml" ? "yaml.js" : "editor.js") };

/** `settings` are options of the editor. Returns the editor, and a function that resolves once the worker of monaco-yaml has answered all requests. */
export function mount(host, { text, schema, settings }) {
  let yaml;
  const create = (options) => (yaml = createWebWorker(options));
  configureMonacoYaml({ ...monaco, editor: { ...monaco.editor, createWebWorker: create } }, { schemas: [{ uri: "bench:schema", fileMatch: ["**"], schema }] });
  const model = monaco.editor.createModel(text, "yaml", monaco.Uri.parse("file:///bench.yaml"));
  const editor = monaco.editor.create(host, { model, ...settings });
  const idle = async () => (await yaml.getProxy()).getCodeLens("bench:none");
  return { editor, idle };
}
