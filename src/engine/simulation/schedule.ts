/** A priority queue by time: a binary heap with the earliest item on top. */
export class Schedule<T> {
  readonly #entries: { readonly at: number; readonly item: T }[] = [];

  get size(): number {
    return this.#entries.length;
  }

  add(at: number, item: T): void {
    const entries = this.#entries;
    let index = entries.length;
    entries.push({ at, item });
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#at(parent) <= at) break;
      this.#swap(index, parent);
      index = parent;
    }
  }

  /** Removes and returns the earliest item before an instant. */
  takeBefore(end: number): { readonly at: number; readonly item: T } | null {
    const [top] = this.#entries;
    if (top === undefined || top.at >= end) return null;
    const last = this.#entries.pop();
    if (last !== undefined && this.#entries.length > 0) {
      this.#entries[0] = last;
      this.#sink();
    }
    return top;
  }

  #sink(): void {
    for (let index = 0; ; ) {
      const left = 2 * index + 1;
      const right = left + 1;
      const child = this.#at(right) < this.#at(left) ? right : left;
      if (this.#at(index) <= this.#at(child)) return;
      this.#swap(index, child);
      index = child;
    }
  }

  /** Infinity past the end, so that a missing child is never the earlier one. */
  #at(index: number): number {
    return this.#entries[index]?.at ?? Number.POSITIVE_INFINITY;
  }

  #swap(a: number, b: number): void {
    const entries = this.#entries;
    const entry = entries[a];
    if (entry === undefined || entries[b] === undefined) return;
    entries[a] = entries[b];
    entries[b] = entry;
  }
}
