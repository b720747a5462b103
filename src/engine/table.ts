/** Rows by id, in order of creation, with indexes that follow every change. */
export class Table<Row extends { readonly id: bigint }> {
  readonly #rows = new Map<bigint, Row>();
  readonly #indexes: Index<Row, unknown>[] = [];

  /** Adds an index; rows whose key is undefined are left out of it. */
  index<Key>(keyOf: (row: Row) => Key | undefined): Index<Row, Key> {
    const index = new Index<Row, Key>(keyOf);
    this.#indexes.push(index as Index<Row, unknown>);
    return index;
  }

  /** Adds a row, or replaces the one of its id, which keeps its place. */
  put(row: Row): void {
    const old = this.#rows.get(row.id);
    this.#rows.set(row.id, row);
    for (const index of this.#indexes) index.replace(old, row);
  }

  remove(id: bigint): void {
    const old = this.#rows.get(id);
    this.#rows.delete(id);
    for (const index of this.#indexes) index.replace(old, undefined);
  }

  get(id: bigint): Row | undefined {
    return this.#rows.get(id);
  }

  has(id: bigint): boolean {
    return this.#rows.has(id);
  }

  /** All rows in order of creation. */
  all(): Row[] {
    return [...this.#rows.values()];
  }
}

/** The rows of a table by some key of theirs. */
export class Index<Row extends { readonly id: bigint }, Key> {
  readonly #keyOf: (row: Row) => Key | undefined;
  readonly #groups = new Map<Key, Map<bigint, Row>>();

  constructor(keyOf: (row: Row) => Key | undefined) {
    this.#keyOf = keyOf;
  }

  /** The rows with a key, in the order in which they came to have it. */
  of(key: Key): Row[] {
    return [...(this.#groups.get(key)?.values() ?? [])];
  }

  /** The first row with a key. */
  first(key: Key): Row | undefined {
    return this.#groups.get(key)?.values().next().value;
  }

  replace(old: Row | undefined, row: Row | undefined): void {
    const oldKey = old && this.#keyOf(old);
    const key = row && this.#keyOf(row);
    if (old !== undefined && oldKey !== undefined && oldKey !== key) {
      const group = this.#groups.get(oldKey);
      group?.delete(old.id);
      if (group?.size === 0) this.#groups.delete(oldKey);
    }
    if (row !== undefined && key !== undefined) {
      const group = this.#groups.get(key) ?? new Map<bigint, Row>();
      group.set(row.id, row);
      this.#groups.set(key, group);
    }
  }
}
