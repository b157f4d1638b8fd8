// Bundles the extension and packs it as a `.vsix`, the archive that VS Code installs: `node src/editors/vscode/pack.mjs [limn.vsix]`.
// The server for browsers and the page are built before: `node src/lsp/web/build.mjs`, `make build`.
// The archive is written here, with fixed times, so that the same sources give the same bytes.

import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const top = join(here, "../../..");
const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));

const [server, page] = [join(top, "target/lsp-web"), join(top, "dist")];
for (const [needed, how] of [[join(server, "server.wasm"), "node src/lsp/web/build.mjs"], [join(page, "sw.js"), "make build"]]) {
  if (existsSync(needed)) continue;
  console.error(`${needed} is missing. Build it first: ${how}`);
  process.exit(1);
}

/** The extension as one file: for a desktop, or for a browser. */
async function bundle(entry, platform) {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    platform,
    format: "cjs",
    target: platform === "node" ? ["node20"] : ["es2022"],
    external: ["vscode"],
    minify: true,
    legalComments: "none",
    write: false,
  });
  return outputFiles[0].contents;
}

const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const file = (path) => readFileSync(join(here, path));
const files = new Map([
  [
    "[Content_Types].xml",
    `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".js" ContentType="application/javascript"/><Default Extension=".md" ContentType="text/markdown"/><Default Extension=".txt" ContentType="text/plain"/><Default Extension=".vsixmanifest" ContentType="text/xml"/><Default Extension=".wasm" ContentType="application/wasm"/></Types>
`,
  ],
  [
    "extension.vsixmanifest",
    `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escaped(manifest.name)}" Version="${escaped(manifest.version)}" Publisher="${escaped(manifest.publisher)}"/>
    <DisplayName>${escaped(manifest.displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(manifest.description)}</Description>
    <Tags>${escaped([...manifest.keywords, "__web_extension"].join(","))}</Tags>
    <Categories>${escaped(manifest.categories.join(","))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(manifest.engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionDependencies" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace,web"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`,
  ],
  ["extension/package.json", file("package.json")],
  ["extension/language-configuration.json", file("language-configuration.json")],
  ["extension/README.md", file("README.md")],
  ["extension/LICENSE.txt", readFileSync(join(top, "LICENSE"))],
  ["extension/media/walkthrough.md", file("media/walkthrough.md")],
  ["extension/dist/extension.js", await bundle("src/extension.ts", "node")],
  ["extension/dist/web/extension.js", await bundle("src/web.ts", "browser")],
  ["extension/dist/web/server.js", readFileSync(join(server, "server.js"))],
  ["extension/dist/web/server.wasm", readFileSync(join(server, "server.wasm"))],
]);

// The page, without what only a site of its own needs.
const OWN_SITE = /^(sw\.js|csp\.txt|manifest\.webmanifest|samples\/)/;
for (const name of readdirSync(page, { recursive: true }).sort()) {
  const path = name.replaceAll("\\", "/");
  if (!OWN_SITE.test(path) && statSync(join(page, name)).isFile()) files.set(`extension/dist/page/${path}`, readFileSync(join(page, name)));
}

const output = process.argv[2] ?? `limn-${manifest.version}.vsix`;
writeFileSync(output, zip(files));
console.log(output);

/** The checksum of zip archives. */
function crc32(data) {
  let sum = ~0;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** A zip archive of the files, deflated, dated 1980-01-01. */
function zip(entries) {
  const [locals, centrals] = [[], []];
  let offset = 0;
  for (const [name, content] of entries) {
    const [path, data] = [Buffer.from(name), Buffer.from(content)];
    const packed = deflateRawSync(data, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    // Names are UTF-8.
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, path, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, rest, path]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.size, 8);
  end.writeUInt16LE(entries.size, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}
