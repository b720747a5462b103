import type { TestApi } from "./http.ts";

/** The paths of both versions that an API serves, with `:parameters`, without a last slash. */
export async function servedPaths({ app }: TestApi): Promise<string[]> {
  await app.ready();
  const paths = pathsOf(app.printRoutes({ commonPrefix: false })).map((path) => path.replace(/\/$/, ""));
  return [...new Set(paths)]
    .filter((path) => /^\/v[12]\//.test(path) && !path.endsWith("openapi.json"))
    .sort();
}

/** The paths in a printed tree of routes, whose branches are indented by four characters a level. */
function pathsOf(tree: string): string[] {
  const parts: string[] = [];
  const paths: string[] = [];
  for (const line of tree.split("\n")) {
    const [, indent = "", part = "", methods] =
      /^((?:│ {3}| {4})*)[├└]── (\S*)(?: \((.*)\))?/.exec(line) ?? [];
    const depth = indent.length / 4;
    parts.length = depth;
    parts[depth] = part;
    if (methods !== undefined) paths.push(parts.join(""));
  }
  return paths;
}
