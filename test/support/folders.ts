import { importsOf, type SourceFile } from "./source-tree.ts";

/** The folders, of those that stand beside each other, that files of a folder import. */
type FolderImports = ReadonlyMap<string, ReadonlySet<string>>;

function folderImports(files: readonly SourceFile[]): FolderImports {
  const imports = new Map<string, Set<string>>();
  for (const file of files) {
    for (const { target } of importsOf(file)) {
      const [from, to] = [file.path.split("/"), target.split("/")];
      const shared = from.findIndex((name, index) => name !== to[index]);
      // The files of a folder itself are the entrance to those inside it, or used by them.
      if (shared < 0 || shared >= from.length - 1 || shared >= to.length - 1) continue;
      const [folder, other] = [from, to].map((path) => path.slice(0, shared + 1).join("/")) as [
        string,
        string,
      ];
      imports.set(folder, (imports.get(folder) ?? new Set()).add(other));
    }
  }
  return imports;
}

/** The circles of folders that stand beside each other, each from a folder back to it. */
export function folderCircles(files: readonly SourceFile[]): string[] {
  const imports = folderImports(files);
  const wayTo = (target: string, from: string, seen: Set<string>): string[] | null => {
    if (from === target) return [from];
    if (seen.has(from)) return null;
    seen.add(from);
    for (const next of imports.get(from) ?? []) {
      const way = wayTo(target, next, seen);
      if (way !== null) return [from, ...way];
    }
    return null;
  };
  return [...imports].flatMap(([folder, others]) =>
    [...others].flatMap((other) => {
      const way = wayTo(folder, other, new Set());
      return way === null ? [] : [[folder, ...way].join(" → ")];
    }),
  );
}
