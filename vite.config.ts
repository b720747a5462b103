import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const inRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The path of a file of a package; it captures the package and the folder within it. */
const INSTALLED =
  /[\\/]node_modules[\\/](?!.*[\\/]node_modules[\\/])((?:@[^\\/]+[\\/])?[^\\/]+)[\\/](?:(.*)[\\/])?/;

/** Packages that serve, read or run files of their installation folder. */
const HAVE_FILES = ["@fastify/swagger", "@fastify/swagger-ui", "pino", "thread-stream"];

/** The package whose unused modules are left out of the bundle: error messages in many languages. */
const TREE_SHAKEN = "zod";

/** Keeps the behaviour of bundled packages: their side effects, and the location of their own files. */
const asInstalled: Plugin = {
  name: "as-installed",
  transform(code, id) {
    const [, name, folder = ""] = INSTALLED.exec(id) ?? [];
    if (name === undefined) return null;
    if (/\bimport\.meta\.(?:url|dirname|filename)\b/.test(code))
      this.error(
        `${id} uses import.meta to find its own location: handle this here, or do not bundle ${name}`,
      );
    // Modules that are imported for their side effects are kept, even if their package declares that they have none.
    const moduleSideEffects = name !== TREE_SHAKEN;
    if (!HAVE_FILES.includes(name) || !code.includes("__dirname")) return { moduleSideEffects };
    const manifest = JSON.stringify(`${name}/package.json`);
    const dirname = `require("node:path").join(require.resolve(${manifest}), "..", ${JSON.stringify(folder)})`;
    return { code: `const __dirname = ${dirname};${code}`, map: null, moduleSideEffects };
  },
};

/**
 * Wraps CommonJS modules in parenthesised `function` expressions, which V8 compiles at once. V8 in Node 20 only
 * pre-parses arrow functions and compiles them later, which takes a tenth of the start time.
 */
const compileOnce: Plugin = {
  name: "compile-once",
  renderChunk: (code) => ({
    code: code.replace(/\b(__commonJS(?:Min)?)\(\(\(([^()]*)\) => \{/g, "$1((function($2) {"),
    map: null,
  }),
};

/** Bundles the program that `bin/headcount` runs into few files; see docs/design/009-few-files.md. */
/** The folders of the engine that are one file. */
const ENGINE = ["engine/catalog/", "engine/journal/", "engine/live/", "engine/readings/", "readings/"];

export default defineConfig({
  publicDir: false,
  envDir: false,
  resolve: { extensions: [".js", ".json"] },
  plugins: [asInstalled, compileOnce],
  ssr: {
    target: "node",
    noExternal: true,
    // Native code is not bundled: DuckDB, and two optional packages that make `ws` faster.
    external: ["@duckdb/node-bindings", "bufferutil", "utf-8-validate"],
    resolve: { conditions: ["node"], mainFields: [] },
  },
  build: {
    ssr: true,
    target: "node20.19",
    outDir: inRoot("dist"),
    emptyOutDir: false,
    minify: false,
    sourcemap: true,
    license: { fileName: "licenses.md" },
    rolldownOptions: {
      input: {
        "cli/main": inRoot("src/cli/main.ts"),
        "cli/sql-process": inRoot("src/cli/serving/sql-process.ts"),
        "cli/translation-worker": inRoot("src/cli/serving/translation-worker.ts"),
        "client/index": inRoot("src/client/index.ts"),
      },
      output: {
        format: "esm",
        entryFileNames: "[name].js",
        // In the folder of the entry files, because modules find other built files relative to their own location.
        chunkFileNames: "cli/[name]-[hash].js",
        comments: false,
        charset: "ascii",
        // The modules of src/domain, which every command loads, are one file.
        // So are those of the engine that every command with data loads.
        codeSplitting: {
          groups: [
            { name: "domain", test: (id) => id.startsWith(inRoot("src/domain/")) },
            { name: "engine", test: (id) => ENGINE.some((folder) => id.startsWith(inRoot(`src/${folder}`))) },
          ],
        },
        sourcemapExcludeSources: true,
      },
    },
  },
});
