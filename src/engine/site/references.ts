import { groupBy } from "../../domain/grouping.ts";
import { type IdKind, readId } from "../../domain/resources.ts";
import type { SiteReference } from "./document.ts";

/** An entry of a document that references can name, with the entries inside it. */
export interface Referable<Entry> {
  readonly entry: Entry;
  readonly name: string;
  readonly id: bigint | null;
  readonly inner: readonly Referable<Entry>[];
}

/** The target of a reference, or why it has none. */
export type Resolved<Entry> = { readonly entry: Entry } | { readonly problem: string };

/** The entries of one kind in a document, by reference. */
export class References<Entry> {
  readonly #kind: IdKind;
  readonly #what: string;
  readonly #top: readonly Referable<Entry>[];
  readonly #byName = new Map<string, Referable<Entry>[]>();
  readonly #byId = new Map<bigint, Referable<Entry>>();
  readonly #paths = new Map<Entry, readonly (string | number)[]>();

  /** @param what the kind in the plural, for messages */
  constructor(kind: IdKind, what: string, top: readonly Referable<Entry>[]) {
    this.#kind = kind;
    this.#what = what;
    this.#top = top;
    this.#add(top, []);
  }

  #add(entries: readonly Referable<Entry>[], above: readonly (string | number)[]): void {
    const seen = new Map<string, number>();
    const alike = groupBy(entries, ({ name }) => name);
    for (const referable of entries) {
      const { entry, name, id, inner } = referable;
      const number = (seen.get(name) ?? 0) + 1;
      seen.set(name, number);
      const path = [...above, name, ...((alike.get(name)?.length ?? 0) > 1 ? [number] : [])];
      this.#paths.set(entry, path);
      const named = this.#byName.get(name) ?? [];
      named.push(referable);
      this.#byName.set(name, named);
      if (id !== null) this.#byId.set(id, referable);
      this.#add(inner, path);
    }
  }

  /** The shortest reference to an entry: its name if that is unique. */
  to(entry: Entry): SiteReference {
    const path = this.#paths.get(entry) ?? [];
    const name = path.findLast((part) => typeof part === "string") ?? "";
    return this.#byName.get(name)?.length === 1 ? name : path;
  }

  resolve(reference: SiteReference): Resolved<Entry> {
    return typeof reference === "string" ? this.#named(reference) : this.#along(reference);
  }

  #named(name: string): Resolved<Entry> {
    const named = this.#byName.get(name) ?? [];
    const [first, second] = named;
    if (first !== undefined && second === undefined) return first;
    if (first !== undefined) {
      const paths = named.map(({ entry }) => JSON.stringify(this.#paths.get(entry))).join(" or ");
      return {
        problem: `${JSON.stringify(name)} is the name of ${named.length} ${this.#what}; use ${paths}`,
      };
    }
    const id = readId(this.#kind, name);
    const pinned = id === null ? undefined : this.#byId.get(id);
    return (
      pinned ?? { problem: `none of the ${this.#what} in the document is named ${JSON.stringify(name)}` }
    );
  }

  #along(path: readonly (string | number)[]): Resolved<Entry> {
    let level = this.#top;
    let found: Referable<Entry> | undefined;
    for (const [index, part] of path.entries()) {
      if (typeof part === "number") continue;
      const named = level.filter(({ name }) => name === part);
      const next = path[index + 1];
      found = named[typeof next === "number" ? next - 1 : 0];
      const shown = JSON.stringify(path.slice(0, index + (typeof next === "number" ? 2 : 1)));
      if (found === undefined) return { problem: `none of the ${this.#what} in the document is at ${shown}` };
      if (named.length > 1 && typeof next !== "number") {
        return {
          problem: `${named.length} ${this.#what} are at ${shown}; add a number after the name, such as 1`,
        };
      }
      level = found.inner;
    }
    return found ?? { problem: "a path must begin with a name" };
  }
}
