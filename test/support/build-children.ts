import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder with the built programs that tests run as processes, as URL. */
    readonly children: string;
  }
}

const CHILDREN = ["parquet-child.ts", "sql-child.ts", "store-child.ts"];

/** Builds the programs that tests run as processes, once for each run: a built one starts in a third of the time. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  // In the project's folder, where they find its packages and its SQL.
  const folder = new URL(`../../dist.test/${process.pid}/`, import.meta.url);
  await build({
    configFile: false,
    logLevel: "warn",
    ssr: { external: true },
    build: {
      ssr: true,
      target: "node20",
      minify: false,
      outDir: fileURLToPath(folder),
      rollupOptions: { input: CHILDREN.map((name) => fileURLToPath(new URL(name, import.meta.url))) },
    },
  });
  provide("children", folder.href);
  return () => rmSync(folder, { recursive: true, force: true });
}
