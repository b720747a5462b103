/** Rows by id, in order of creation, with indexes that are updated with every change. */
export class Table<Row extends { readonly id: bigint }> {
  readonly #rows = new Map<bigint, Row>();
  readonly #indexes: Index<Row, unknown>[] = [];

  /** Adds an index; it omits rows whose key is undefined. */
  index<Key>(keyOf: (row: Row) => Key | undefined): Index<Row, Key> {
    return this.indexEach((row) => {
      const key = keyOf(row);
      return key === undefined ? [] : [key];
    });
  }

  indexEach<Key>(keysOf: (row: Row) => readonly Key[]): Index<Row, Key> {
    const index = new Index<Row, Key>(keysOf);
    this.#indexes.push(index as Index<Row, unknown>);
    return index;
  }

  /** Inserts a row, or replaces the row with its id, which keeps its position. */
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

  get size(): number {
    return this.#rows.size;
  }

  all(): Row[] {
    return [...this.#rows.values()];
  }
}

export class Index<Row extends { readonly id: bigint }, Key> {
  readonly #keysOf: (row: Row) => readonly Key[];
  /** A single row is stored without a map, since most keys have one row. */
  readonly #groups = new Map<Key, Row | Map<bigint, Row>>();

  constructor(keysOf: (row: Row) => readonly Key[]) {
    this.#keysOf = keysOf;
  }

  /** The rows with a key, in the order in which they got it. */
  of(key: Key): Row[] {
    const group = this.#groups.get(key);
    if (group === undefined) return [];
    return group instanceof Map ? [...group.values()] : [group];
  }

  get size(): number {
    return this.#groups.size;
  }

  first(key: Key): Row | undefined {
    const group = this.#groups.get(key);
    return group instanceof Map ? group.values().next().value : group;
  }

  replace(old: Row | undefined, row: Row | undefined): void {
    const keys = row === undefined ? [] : this.#keysOf(row);
    if (old !== undefined) {
      const kept = new Set(keys);
      for (const key of this.#keysOf(old)) if (!kept.has(key)) this.#leave(key, old.id);
    }
    if (row !== undefined) {
      for (const key of keys) this.#join(key, row);
    }
  }

  #join(key: Key, row: Row): void {
    const group = this.#groups.get(key);
    if (group instanceof Map) group.set(row.id, row);
    else if (group === undefined || group.id === row.id) this.#groups.set(key, row);
    else this.#groups.set(key, new Map([group, row].map((each) => [each.id, each])));
  }

  #leave(key: Key, id: bigint): void {
    const group = this.#groups.get(key);
    if (group instanceof Map) group.delete(id);
    if (group === undefined || (group instanceof Map ? group.size === 0 : group.id === id))
      this.#groups.delete(key);
  }
}
