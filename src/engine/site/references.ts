import { getOrInsert, groupBy } from "../../domain/collections.ts";
import { must } from "../../domain/errors.ts";
import { describeKind, type IdKind, readId } from "../../domain/ids.ts";
import type { Pinned, SiteReference } from "./document.ts";

const ALIKE_SHOWN_MAX = 10;

type Resolved<Entry> = { readonly entry: Entry } | { readonly problem: string };

export class References<Entry extends Pinned> {
  readonly #kind: IdKind;
  readonly #what: string;
  /** The entries at the top, under undefined, and those inside each entry, by name. */
  readonly #inside = new Map<Entry | undefined, ReadonlyMap<string, readonly Entry[]>>();
  readonly #nameOf: (entry: Entry) => string;
  readonly #innerOf: (entry: Entry) => readonly Entry[];
  readonly #byName = new Map<string, Entry[]>();
  readonly #byId = new Map<bigint | undefined, Entry>();
  readonly #paths = new Map<Entry, readonly (string | number)[]>();

  /** @param innerOf the entries inside an entry */
  constructor(
    kind: IdKind,
    top: readonly Entry[],
    nameOf: (entry: Entry) => string,
    innerOf: (entry: Entry) => readonly Entry[] = () => [],
  ) {
    this.#kind = kind;
    this.#what = `${describeKind(kind)}s`;
    this.#nameOf = nameOf;
    this.#innerOf = innerOf;
    this.#add(undefined, top, []);
  }

  #add(outer: Entry | undefined, entries: readonly Entry[], above: readonly (string | number)[]): void {
    const inside = groupBy(entries, this.#nameOf);
    this.#inside.set(outer, inside);
    for (const [name, named] of inside) {
      const all = getOrInsert(this.#byName, name, () => []);
      for (const entry of named) all.push(entry);
      for (const [index, entry] of named.entries()) {
        const path = [...above, name, ...(named.length > 1 ? [index + 1] : [])];
        this.#paths.set(entry, path);
        this.#byId.set(entry.id, entry);
        this.#add(entry, this.#innerOf(entry), path);
      }
    }
  }

  /** The shortest reference to an entry: its name if that is unique. */
  to(entry: Entry): SiteReference {
    const name = this.#nameOf(entry);
    return this.#byName.get(name)?.length === 1 ? name : (this.#paths.get(entry) ?? []);
  }

  get(reference: SiteReference): Entry {
    const found = this.resolve(reference);
    return must("entry" in found ? found.entry : null, "entry that was checked");
  }

  resolve(reference: SiteReference): Resolved<Entry> {
    return typeof reference === "string" ? this.#named(reference) : this.#along(reference);
  }

  #named(name: string): Resolved<Entry> {
    const named = this.#byName.get(name) ?? [];
    const [first] = named;
    if (named.length > 1) {
      const paths = named.slice(0, ALIKE_SHOWN_MAX).map((entry) => JSON.stringify(this.#paths.get(entry)));
      return {
        problem: `${JSON.stringify(name)} is the name of ${named.length} ${this.#what}; use ${paths.join(" or ")}`,
      };
    }
    const id = readId(this.#kind, name);
    const entry = first ?? (id === null ? undefined : this.#byId.get(id));
    return entry === undefined
      ? { problem: `none of the ${this.#what} in the document is named ${JSON.stringify(name)}` }
      : { entry };
  }

  #along(path: readonly (string | number)[]): Resolved<Entry> {
    let entry: Entry | undefined;
    for (const [index, part] of path.entries()) {
      if (typeof part === "number") continue;
      const named: readonly Entry[] = this.#inside.get(entry)?.get(part) ?? [];
      const next = path[index + 1];
      entry = named[typeof next === "number" ? next - 1 : 0];
      const shown = JSON.stringify(path.slice(0, index + (typeof next === "number" ? 2 : 1)));
      if (entry === undefined) return { problem: `none of the ${this.#what} in the document is at ${shown}` };
      if (named.length > 1 && typeof next !== "number") {
        return {
          problem: `${named.length} ${this.#what} are at ${shown}; add a number after the name, such as 1`,
        };
      }
    }
    return entry === undefined ? { problem: "a path must begin with a name" } : { entry };
  }
}
