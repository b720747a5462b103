import type { AdHocSql } from "../../engine/ports/ad-hoc-sql.ts";
import { DOT_COMMANDS } from "./dot-commands.ts";

const KEYWORDS = [
  "AND",
  "ASC",
  "BETWEEN",
  "DESC",
  "DESCRIBE",
  "EXPLAIN",
  "FROM",
  "GROUP BY",
  "HAVING",
  "INTERVAL",
  "JOIN",
  "LEFT JOIN",
  "LIMIT",
  "ORDER BY",
  "SELECT",
  "SUMMARIZE",
  "TIMESTAMP",
  "WHERE",
  "WITH",
];

/** Completes the word at the end of a line: returns the completions and the word. */
export type Completer = (line: string) => [matches: string[], word: string];

/** A completer for views, their columns, macros and examples. */
export async function openCompleter(sql: AdHocSql): Promise<Completer> {
  const relations = await sql.relations();
  const names = relations.map(({ name, kind }) => (kind === "view" ? name : `${name}(`));
  const columns = relations.flatMap((relation) => relation.columns.map(({ name }) => name));
  const words = [...new Set([...names, ...columns].sort()), ...KEYWORDS];
  const examples = sql.examples().map(({ name }) => name);
  const viewNames = relations.map(({ name }) => name);
  return (line) => {
    const [word = ""] = /[\w.-]*$/.exec(line) ?? [];
    if (/^\.\w*$/.test(line)) return [beginningWith(DOT_COMMANDS, line), line];
    if (/^\.example\s/.test(line)) return [beginningWith(examples, word), word];
    if (/^\.schema\s/.test(line)) return [beginningWith(viewNames, word), word];
    return word === "" ? [[], word] : [beginningWith(words, word), word];
  };
}

function beginningWith(words: readonly string[], word: string): string[] {
  return words.filter((each) => each.toLowerCase().startsWith(word.toLowerCase()));
}
