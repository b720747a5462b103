/** A value of a copied column: ids and instants are decimal texts where a number would not be exact. */
export type CopiedValue = string | number | boolean | null | readonly string[];

/** The rows of one table, each with a value for every column. */
export interface CopiedTable {
  readonly name: string;
  readonly rows: readonly (readonly CopiedValue[])[];
}

/** What ad hoc SQL may know of the catalog: plain data, without tokens, webhooks and whatever else is secret. */
export interface CatalogCopy {
  readonly tables: readonly CopiedTable[];
}
