import type { UseQueryResult } from "@tanstack/react-query";
import { QueryState } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { deviceZone, formatInstant } from "../../format.ts";
import { SchemaBrowser } from "./schema-browser.tsx";
import type { SqlExample, SqlRelation } from "./sql-api.ts";
import type { PastQuery } from "./sql-history.ts";

/** Examples, the schema, and the history of queries. */
export function SqlSidebar(props: {
  readonly examples: UseQueryResult<readonly SqlExample[]>;
  readonly schema: UseQueryResult<readonly SqlRelation[]>;
  readonly history: readonly PastQuery[];
  /** Replaces the text of the editor. */
  readonly onQuery: (query: string) => void;
  /** Inserts a text at the cursor of the editor. */
  readonly onInsert: (text: string) => void;
}) {
  const { examples, schema, history, onQuery, onInsert } = props;
  return (
    <aside className="sql-sidebar" aria-label="Query help">
      <Tabs
        label="Query help"
        tabs={[
          {
            key: "examples",
            title: "Examples",
            content: (
              <Loaded query={examples}>
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
              </Loaded>
            ),
          },
          {
            key: "schema",
            title: "Schema",
            content: (
              <Loaded query={schema}>
                {(relations) => <SchemaBrowser relations={relations} onInsert={onInsert} />}
              </Loaded>
            ),
          },
          { key: "history", title: "History", content: <History history={history} onQuery={onQuery} /> },
        ]}
      />
    </aside>
  );
}

function Loaded<Data>(props: {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => React.ReactNode;
}) {
  const { query, children } = props;
  if (query.data === undefined) return <QueryState query={query} />;
  return children(query.data);
}

function History(props: {
  readonly history: readonly PastQuery[];
  readonly onQuery: (query: string) => void;
}) {
  const { history, onQuery } = props;
  if (history.length === 0)
    return <p className="sql-hint">No queries yet. The history is stored in this browser.</p>;
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
