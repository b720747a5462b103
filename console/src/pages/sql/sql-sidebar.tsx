import type { UseQueryResult } from "@tanstack/react-query";
import { Unanswered } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { deviceZone, formatInstant } from "../../format.ts";
import { SchemaBrowser } from "./schema-browser.tsx";
import type { SqlExample, SqlRelation } from "./sql-api.ts";
import type { PastQuery } from "./sql-history.ts";

/** What helps to write a query: examples, the names that there are, and what was run before. */
export function SqlSidebar(props: {
  readonly examples: UseQueryResult<readonly SqlExample[]>;
  readonly schema: UseQueryResult<readonly SqlRelation[]>;
  readonly history: readonly PastQuery[];
  /** Puts a query into the editor. */
  readonly onQuery: (query: string) => void;
  /** Writes into the editor where its cursor is. */
  readonly onInsert: (text: string) => void;
}) {
  const { examples, schema, history, onQuery, onInsert } = props;
  return (
    <aside className="sql-sidebar" aria-label="Help with queries">
      <Tabs
        label="Help with queries"
        tabs={[
          {
            key: "examples",
            title: "Examples",
            content: (
              <Answered query={examples}>
                {(all) => (
                  <ul className="sql-list">
                    {all.map(({ name, question, query }) => (
                      <li key={name}>
                        <button type="button" onClick={() => onQuery(query)}>
                          {question}
                        </button>
                      </li>
                    ))}
                  </ul>
                )}
              </Answered>
            ),
          },
          {
            key: "schema",
            title: "Schema",
            content: (
              <Answered query={schema}>
                {(relations) => <SchemaBrowser relations={relations} onInsert={onInsert} />}
              </Answered>
            ),
          },
          { key: "history", title: "History", content: <History history={history} onQuery={onQuery} /> },
        ]}
      />
    </aside>
  );
}

function Answered<Data>(props: {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => React.ReactNode;
}) {
  const { query, children } = props;
  if (query.data === undefined) return <Unanswered query={query} />;
  return children(query.data);
}

function History(props: {
  readonly history: readonly PastQuery[];
  readonly onQuery: (query: string) => void;
}) {
  const { history, onQuery } = props;
  if (history.length === 0)
    return <p className="sql-hint">Queries that you run are kept here, on this device.</p>;
  return (
    <ul className="sql-list">
      {history.map(({ query, at }) => (
        <li key={query}>
          <button type="button" onClick={() => onQuery(query)}>
            <code>{query}</code>
            <span className="sql-hint">{formatInstant(at, deviceZone())}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
