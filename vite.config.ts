import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const inRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where a package's file is: the package, and the folder in it. */
const INSTALLED =
  /[\\/]node_modules[\\/](?!.*[\\/]node_modules[\\/])((?:@[^\\/]+[\\/])?[^\\/]+)[\\/](?:(.*)[\\/])?/;

/** Packages with files beside their code that they serve, read or run. */
const HAVE_FILES = ["@fastify/swagger", "@fastify/swagger-ui", "pino", "thread-stream"];

/** The package of which modules are left out that nothing is used of: messages in a hundred languages. */
const LEFT_OUT = "zod";

/** Has packages do in the program's own files what they do where they are installed. */
const asInstalled: Plugin = {
  name: "as-installed",
  transform(code, id) {
    const [, name, folder = ""] = INSTALLED.exec(id) ?? [];
    if (name === undefined) return null;
    if (/\bimport\.meta\.(?:url|dirname|filename)\b/.test(code))
      this.error(`${id} asks where it is: tell it, or leave ${name} out of the program's files`);
    // What a module does by being loaded is done, whatever its package says of it.
    const moduleSideEffects = name !== LEFT_OUT;
    if (!HAVE_FILES.includes(name) || !code.includes("__dirname")) return { moduleSideEffects };
    const manifest = JSON.stringify(`${name}/package.json`);
    const place = `require("node:path").join(require.resolve(${manifest}), "..", ${JSON.stringify(folder)})`;
    return { code: `const __dirname = ${place};${code}`, map: null, moduleSideEffects };
  },
};

/**
 * Has Node compile the function that a CommonJS module is wrapped in as it reads it. Of an arrow function V8 only notes,
 * at first, where it ends, so that Node 20 would read each module twice: a tenth of a start.
 */
const readOnce: Plugin = {
  name: "read-once",
  renderChunk: (code) => ({
    code: code.replace(/\b(__commonJS(?:Min)?)\(\(\(([^()]*)\) => \{/g, "$1((function($2) {"),
    map: null,
  }),
};

/** The program as `bin/headcount` runs it, in few files: docs/design/009-few-files.md says why. */
export default defineConfig({
  publicDir: false,
  envDir: false,
  resolve: { extensions: [".js", ".json"] },
  plugins: [asInstalled, readOnce],
  ssr: {
    target: "node",
    noExternal: true,
    // Native code stays where it is installed: DuckDB, and what makes websockets faster where somebody has it.
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
        "cli/sql-process": inRoot("src/cli/sql-process.ts"),
        "client/index": inRoot("src/client/index.ts"),
      },
      output: {
        format: "esm",
        entryFileNames: "[name].js",
        // Beside src/cli's entries, because its modules look for what is built from where they are.
        chunkFileNames: "cli/[name]-[hash].js",
        comments: false,
        charset: "ascii",
        // What every command loads is one file, not one for each set of commands that share some of it.
        codeSplitting: { groups: [{ name: "domain", test: (id) => id.startsWith(inRoot("src/domain/")) }] },
        sourcemapExcludeSources: true,
      },
    },
  },
});
