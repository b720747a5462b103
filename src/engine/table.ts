/** Rows by id, in order of creation, with indexes that follow every change. */
export class Table<Row extends { readonly id: bigint }> {
  readonly #rows = new Map<bigint, Row>();
  readonly #indexes: Index<Row, unknown>[] = [];

  /** Adds an index; rows whose key is undefined are left out of it. */
  index<Key>(keyOf: (row: Row) => Key | undefined): Index<Row, Key> {
    return this.indexEach((row) => {
      const key = keyOf(row);
      return key === undefined ? [] : [key];
    });
  }

  /** Adds an index in which a row stands under each of its keys. */
  indexEach<Key>(keysOf: (row: Row) => readonly Key[]): Index<Row, Key> {
    const index = new Index<Row, Key>(keysOf);
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

/** The rows of a table by some key, or keys, of theirs. */
export class Index<Row extends { readonly id: bigint }, Key> {
  readonly #keysOf: (row: Row) => readonly Key[];
  readonly #groups = new Map<Key, Map<bigint, Row>>();

  constructor(keysOf: (row: Row) => readonly Key[]) {
    this.#keysOf = keysOf;
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
    const keys = new Set(row && this.#keysOf(row));
    if (old !== undefined) {
      for (const key of this.#keysOf(old)) if (!keys.has(key)) this.#leave(key, old.id);
    }
    if (row !== undefined) {
      for (const key of keys) this.#join(key, row);
    }
  }

  #join(key: Key, row: Row): void {
    const group = this.#groups.get(key) ?? new Map<bigint, Row>();
    group.set(row.id, row);
    this.#groups.set(key, group);
  }

  #leave(key: Key, id: bigint): void {
    const group = this.#groups.get(key);
    group?.delete(id);
    if (group?.size === 0) this.#groups.delete(key);
  }
}
