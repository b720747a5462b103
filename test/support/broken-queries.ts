/** A query on which the stand-in's DuckDB fails as by a bug of its own. */
export const BREAKING = "SELECT 'breaks DuckDB'";

/** One that finds the stand-in's DuckDB broken by something else, in the first process that it comes to. */
export const SPOILED_ONCE = "SELECT 1 AS one /* once */";
