import type { SqlExample } from "../../engine/ports/ad-hoc-sql.ts";
import { script, scriptsIn } from "../../store/duckdb/statements.ts";

const FOLDER = "examples";

/** The queries of `sql/examples/`, by name. The first line of each, a comment, is the question that it answers. */
export function readExamples(): SqlExample[] {
  return scriptsIn(FOLDER).map((path) => {
    const query = script(path).trim();
    const question = /^--\s*(.*)/.exec(query)?.[1] ?? "";
    return { name: path.slice(FOLDER.length + 1), question, query };
  });
}
