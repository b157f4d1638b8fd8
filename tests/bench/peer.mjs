// Packages that only benchmarks compare with: they are not in package.json, and are installed into `target` on demand.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "../../target/tmp");

/**
 * Installs packages from npm, each written as `name@version`, into a folder of `target`, unless it has them.
 * Returns the path of its `node_modules`; undefined where npm cannot install them.
 */
export function install(folder, packages) {
  const home = join(FOLDER, folder);
  const modules = join(home, "node_modules");
  const isInstalled = (wanted) => {
    const at = wanted.lastIndexOf("@");
    const manifest = join(modules, wanted.slice(0, at), "package.json");
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version === wanted.slice(at + 1);
  };
  if (packages.every(isInstalled)) return modules;
  try {
    mkdirSync(home, { recursive: true });
    execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", home, ...packages], { stdio: "ignore" });
    return modules;
  } catch {
    return undefined;
  }
}
