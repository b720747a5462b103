/** Rows by id, in order of creation, with indexes that follow every change. */
export class Table<Row extends { readonly id: bigint }> {
  readonly #rows = new Map<bigint, Row>();
  readonly #indexes: Following<Row>[] = [];

  /** Adds an index; rows whose key is undefined are left out of it. */
  index<Key>(keyOf: (row: Row) => Key | undefined): Index<Row, Key> {
    const index = new Index<Row, Key>(keyOf);
    this.#indexes.push(index);
    return index;
  }

  /** Adds an index of rows that have several keys. */
  indexAll<Key>(keysOf: (row: Row) => readonly Key[]): ManyKeyIndex<Row, Key> {
    const index = new ManyKeyIndex<Row, Key>(keysOf);
    this.#indexes.push(index);
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

/** What follows the changes of a table's rows. */
interface Following<Row> {
  replace(old: Row | undefined, row: Row | undefined): void;
}

/** The rows of a table by some key of theirs. */
export class Index<Row extends { readonly id: bigint }, Key> implements Following<Row> {
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

/** The rows of a table by some keys, of which each row has any number. */
export class ManyKeyIndex<Row extends { readonly id: bigint }, Key> implements Following<Row> {
  readonly #keysOf: (row: Row) => readonly Key[];
  readonly #groups = new Map<Key, Map<bigint, Row>>();

  constructor(keysOf: (row: Row) => readonly Key[]) {
    this.#keysOf = keysOf;
  }

  /** The rows with a key, in order of creation. */
  of(key: Key): Row[] {
    return [...(this.#groups.get(key)?.values() ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  replace(old: Row | undefined, row: Row | undefined): void {
    const keys = new Set(row && this.#keysOf(row));
    for (const key of old === undefined ? [] : this.#keysOf(old)) {
      if (!keys.has(key)) this.#leave(key, old as Row);
    }
    for (const key of keys) {
      const group = this.#groups.get(key) ?? new Map<bigint, Row>();
      group.set((row as Row).id, row as Row);
      this.#groups.set(key, group);
    }
  }

  #leave(key: Key, row: Row): void {
    const group = this.#groups.get(key);
    group?.delete(row.id);
    if (group?.size === 0) this.#groups.delete(key);
  }
}
