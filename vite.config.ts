import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const inRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where a package's file is: the package, and the folder in it. */
const INSTALLED =
  /[\\/]node_modules[\\/](?!.*[\\/]node_modules[\\/])((?:@[^\\/]+[\\/])?[^\\/]+)[\\/](?:(.*)[\\/])?/;

/** Packages with files beside their code that they serve, read or run. */
const HAVE_FILES = ["@fastify/swagger", "@fastify/swagger-ui", "pino", "thread-stream"];

/** What is left out of the program where no part of it is named: of zod, all languages but one. */
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
 * Has Node 20 compile a package's CommonJS module once, where it is called: it reads arrow functions in advance, and
 * what is in them once more, which takes a tenth of a start.
 */
const readOnce: Plugin = {
  name: "read-once",
  renderChunk: (code) => ({
    code: code.replace(/\b(__commonJS(?:Min)?)\(\(\(([^()]*)\) => \{/g, "$1((function($2) {"),
    map: null,
  }),
};

/** The program as `bin/headcount` runs it: few files, because Node takes longer to find modules than to run them. */
export default defineConfig({
  publicDir: false,
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
        chunkFileNames: "cli/[name]-[hash].js",
        comments: false,
        charset: "ascii",
        sourcemapExcludeSources: true,
      },
    },
  },
});
