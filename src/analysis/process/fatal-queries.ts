import { SQL_FATAL_QUERIES_MAX } from "../../domain/limits.ts";

/** The queries that have ended their process, to be run alone when they come again; a bounded number of them. */
export class FatalQueries {
  /** The latest last. */
  readonly #queries = new Set<string>();

  has(query: string): boolean {
    return this.#queries.has(query);
  }

  /** Remembers a query; if there are too many, the oldest is dropped. */
  add(query: string): void {
    this.#queries.delete(query);
    this.#queries.add(query);
    const [oldest] = this.#queries;
    if (this.#queries.size > SQL_FATAL_QUERIES_MAX && oldest !== undefined) this.#queries.delete(oldest);
  }
}
