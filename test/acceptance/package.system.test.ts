import { execFile } from "node:child_process";
import { createReadStream, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { beforeAll, describe, expect, it } from "vitest";
import { headcountProcess, launchHeadcount, suiteFolder } from "../support/headcount.ts";
import { inRepository, isInRepository, readManifest, readRepository } from "../support/repository.ts";
import { words } from "../support/words.ts";

const TOKEN = "packed";

const ROOT = suiteFolder();

/** Packs the repository as it is built, and unpacks that into a folder. */
async function packInto(folder: string): Promise<string[]> {
  const packed = join(ROOT, "packed");
  mkdirSync(packed);
  // Without `prepack`, which would build while other tests use what is built.
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", packed];
  await promisify(execFile)("npm", args, { cwd: inRepository("") });
  const [name = ""] = readdirSync(packed);
  const paths: string[] = [];
  const entries = createReadStream(join(packed, name)).pipe(createGunzip()).pipe(extract());
  for await (const entry of entries) {
    const path = relative("package", entry.header.name);
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await buffer(entry), { mode: entry.header.mode });
    paths.push(path);
  }
  return paths;
}

/** Links the packages that an installation without those for development has. */
function linkPackages(folder: string): void {
  const { packages } = JSON.parse(readRepository("package-lock.json")) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  for (const [path, { dev = false }] of Object.entries(packages)) {
    const isTop = path.lastIndexOf("node_modules/") === 0;
    if (!isTop || dev || !isInRepository(path)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(inRepository(path), join(folder, path));
  }
}

/** The packed program, if it has been installed, and a site with a day of events. */
async function installPacked() {
  const folder = join(ROOT, "program");
  const paths = await packInto(folder);
  linkPackages(folder);
  const program = join(folder, "bin/headcount");
  const data = join(ROOT, "data");
  const run = async (...args: string[]) => {
    const finished = await headcountProcess(args, { program, cwd: folder });
    expect(finished.code, finished.stderr).toBe(0);
    return finished;
  };
  await run("site", "apply", "fixtures/demo-site.yaml", "--data-dir", data);
  await run("backfill", "fixtures/harbour-monday.csv", "--data-dir", data);
  return { folder, paths, program, data, run };
}

describe("the packed program", () => {
  let installed: Awaited<ReturnType<typeof installPacked>>;
  beforeAll(async () => {
    installed = await installPacked();
  });

  it("has all that it takes, sets a site up and loads history, without packages for development", async () => {
    const { paths, run } = installed;
    const needed = ["bin/headcount", "dist/cli/main.js", "dist/client/index.js", "dist/client/index.d.ts"];
    const texts = words`
      LICENSE dist/licenses.md README.md CHANGELOG.md docs/deployment.md deploy/headcount.service`;
    const ofConsole = isInRepository("console") ? ["dist/console/index.html"] : [];
    expect(paths).toEqual(expect.arrayContaining([...needed, ...texts, ...ofConsole]));
    expect(paths.filter((path) => /^(?:src|test|bench|console|node_modules)\//.test(path))).toEqual([]);

    const { version } = readManifest("package.json");
    expect((await run("--version")).stdout).toBe(`${version} (time zone data ${process.versions.tz})\n`);
  });

  it("serves, and finds the files of its pages, its queries' process and its SQL", async () => {
    const { data, program, run } = installed;
    const args = ["serve", "--data-dir", data, "--port", "0"];
    const server = launchHeadcount(args, { HEADCOUNT_TOKEN: TOKEN }, { program });
    const address = await server.address;
    const pages = ["/docs/", "/docs/static/swagger-ui.css", "/docs/static/swagger-initializer.js"];
    const ofConsole = isInRepository("console") ? ["/", "/favicon.svg"] : [];
    for (const page of [...pages, "/v2/openapi.json", ...ofConsole])
      expect((await fetch(`${address}${page}`)).status, page).toBe(200);

    const through = ["--url", address, "--token", TOKEN];
    const query = "SELECT count(*) AS n FROM events";
    expect((await run("sql", "--format", "csv", "-c", query, ...through)).stdout).toBe("n\n964\n");
    const range = ["--start", "2024-05-06", "--end", "2024-05-07"];
    const counts = await run("counts", "Cafe", ...range, "--format", "json", ...through);
    expect(JSON.parse(counts.stdout).metrics.entrances.total).toBeGreaterThan(0);
    const { bytes } = await run("counts", "Cafe", ...range, "--format", "parquet", ...through);
    expect(bytes.length).toBeGreaterThan(100);
    expect(await server.stop()).toBe(0);
  });

  it("has a client whose types need no browser's, and names those of resources and paths", async () => {
    const folder = join(ROOT, "consumer");
    await mkdir(join(folder, "node_modules"), { recursive: true });
    symlinkSync(installed.folder, join(folder, "node_modules/headcount"));
    const source = `
      import { answerOf, createClient, type Space, type V1Paths, type V2Schemas } from "headcount/client";
      const { v2 } = createClient({ address: "http://127.0.0.1", token: "" });
      export const spaces: Promise<{ results: Space[] }> = answerOf(v2.GET("/v2/spaces/", {}));
      export type Paths = V1Paths["/v1/spaces/"];
      // @ts-expect-error: not a field
      export const wrong = (space: V2Schemas["Space"]) => space.nme;
    `;
    const compilerOptions = {
      ...{ target: "ES2023", lib: ["ES2023"], types: [], module: "NodeNext" },
      ...{ strict: true, noEmit: true, skipLibCheck: false },
    };
    const files = {
      "package.json": { name: "consumer", type: "module" },
      "tsconfig.json": { compilerOptions, include: ["index.ts"] },
    };
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folder, name), JSON.stringify(content));
    await writeFile(join(folder, "index.ts"), source);
    const compiled = promisify(execFile)(inRepository("node_modules/.bin/tsc"), ["-p", folder]);
    await expect(compiled).resolves.toMatchObject({ stdout: "" });
  });

  it("does in its directory what takes libraries of its own: queries, tables, backups", async () => {
    const { folder, data, run } = installed;
    const here = ["--data-dir", data];
    expect((await run("sql", "--format", "csv", "-c", "SELECT 1 AS n", ...here)).stdout).toBe("n\n1\n");
    for (const format of ["arrow", "parquet"]) {
      const file = join(folder, `events.${format}`);
      await run("export", "events", "--format", format, "--out", file, ...here);
      expect(statSync(file).size, format).toBeGreaterThan(1_000);
    }
    await run("backup", join(folder, "backup"), ...here);
    await run("restore", join(folder, "backup"), "--data-dir", join(folder, "restored"));
    expect((await run("site", "export", "-", ...here)).stdout).toContain("Cafe");
  });
});
