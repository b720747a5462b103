import { type Completion, completeFromList } from "@codemirror/autocomplete";
import { PostgreSQL, SQLDialect, type SQLNamespace, sql } from "@codemirror/lang-sql";
import { syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import type { SqlRelation } from "./sql-api.ts";

/** The keywords of DuckDB that PostgreSQL does not have. */
const KEYWORDS = "qualify pivot unpivot summarize describe positional asof anti semi exclude sample show";
const TYPES = "hugeint ubigint uinteger utinyint usmallint tinyint double struct map blob";

const DUCKDB = SQLDialect.define({
  ...PostgreSQL.spec,
  keywords: `${PostgreSQL.spec.keywords ?? ""} ${KEYWORDS}`,
  types: `${PostgreSQL.spec.types ?? ""} ${TYPES}`,
});

/** The SQL of DuckDB, with completion of the names in the schema. */
export function sqlLanguage(relations: readonly SqlRelation[]): Extension {
  return [
    sql({ dialect: DUCKDB, schema: views(relations), upperCaseKeywords: true }),
    DUCKDB.language.data.of({ autocomplete: completeFromList(macros(relations)) }),
  ];
}

function views(relations: readonly SqlRelation[]): SQLNamespace {
  const entries = relations
    .filter(({ kind }) => kind === "view")
    .map(({ name, comment, columns }) => {
      const self: Completion = { label: name, type: "class", detail: "view", ...infoOf(comment) };
      const children = columns.map((column) => ({
        label: column.name,
        type: "property",
        detail: column.type,
        ...infoOf(column.comment),
      }));
      return [name, { self, children }] as const;
    });
  return Object.fromEntries(entries);
}

function macros(relations: readonly SqlRelation[]): Completion[] {
  return relations
    .filter(({ kind }) => kind !== "view")
    .map(({ name, parameters, comment }) => ({
      label: name,
      type: "function",
      detail: `(${parameters.join(", ")})`,
      apply: `${name}(`,
      ...infoOf(comment),
    }));
}

function infoOf(comment: string | null): Pick<Completion, "info"> {
  return comment === null ? {} : { info: comment };
}

/** The names of highlighting tags that have a class in `sql.css`. */
const COLOURED = new Set(["keyword", "string", "number", "comment", "typeName", "bool", "null", "name"]);

/** Highlights with classes, so that the colours follow the theme. */
export const SQL_COLOURS: Extension = syntaxHighlighting({
  style: (tags) => {
    for (const tag of tags)
      for (const { name } of tag.set as readonly { readonly name?: string }[])
        if (name !== undefined && COLOURED.has(name)) return `sql-${name.toLowerCase()}`;
    return null;
  },
});
