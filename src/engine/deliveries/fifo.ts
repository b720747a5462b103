/** A first-in, first-out queue with constant-time operations. */
export class Fifo<T> {
  #items: T[] = [];
  #taken = 0;

  get length(): number {
    return this.#items.length - this.#taken;
  }

  get first(): T | undefined {
    return this.#items[this.#taken];
  }

  push(item: T): void {
    this.#items.push(item);
  }

  take(): T | undefined {
    if (this.#taken === this.#items.length) return undefined;
    const item = this.#items[this.#taken++];
    if (this.#taken * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#taken);
      this.#taken = 0;
    }
    return item;
  }
}
