import type { UseQueryResult } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { Button } from "../../components/button.tsx";
import { QueryState } from "../../components/states.tsx";
import { deviceZone, formatInstant } from "../../format.ts";
import type { PastQuery, SqlExample, SqlRelation } from "./sql-api.ts";

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
    <aside className="card sql-sidebar" aria-label="Query help">
      <Tabs
        label="Query help"
        panels={{
          Examples: (
            <Loaded query={examples}>
              {(all) => (
                <ul className="sql-list">
                  {all.map(({ name, question, query }) => (
                    <li key={name}>
                      <button type="button" className="plain-button hoverable" onClick={() => onQuery(query)}>
                        {question}
                      </button>
                    </li>
                  ))}
                </ul>
              )}
            </Loaded>
          ),
          Schema: (
            <Loaded query={schema}>
              {(relations) => <SchemaBrowser relations={relations} onInsert={onInsert} />}
            </Loaded>
          ),
          History: <History history={history} onQuery={onQuery} />,
        }}
      />
    </aside>
  );
}

function Loaded<Data>(props: {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
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
    return <p className="smaller soft">No queries yet. The history is stored in this browser.</p>;
  return (
    <ul className="sql-list">
      {history.map(({ query, at }) => (
        <li key={query}>
          <button type="button" className="plain-button hoverable" onClick={() => onQuery(query)}>
            <code>{query}</code>
            <span className="smaller soft">{formatInstant(at, deviceZone())}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The views and macros with their columns and parameters. A click on a name inserts it. */
function SchemaBrowser(props: {
  readonly relations: readonly SqlRelation[];
  readonly onInsert: (text: string) => void;
}) {
  const { relations, onInsert } = props;
  return (
    <ul className="sql-schema">
      {relations.map((relation) => (
        <li key={relation.name}>
          <details>
            <summary>
              <code className="strong">{relation.name}</code>{" "}
              <span className="smaller soft">{relation.kind.replace("_", " ")}</span>
            </summary>
            {relation.comment !== null && <p>{relation.comment.replaceAll("`", "")}</p>}
            <Button onClick={() => onInsert(callOf(relation))}>
              Insert <code>{callOf(relation)}</code>
            </Button>
            {relation.columns.length > 0 && (
              <dl className="stack gap-1">
                {relation.columns.map(({ name, type, comment }) => (
                  <div key={name}>
                    <dt>
                      <button
                        type="button"
                        className="plain-button hoverable sql-schema-name"
                        onClick={() => onInsert(name)}
                      >
                        <code>{name}</code>
                      </button>{" "}
                      <span className="smaller soft">{type.toLowerCase()}</span>
                    </dt>
                    {comment !== null && <dd className="soft">{comment}</dd>}
                  </div>
                ))}
              </dl>
            )}
          </details>
        </li>
      ))}
    </ul>
  );
}

function callOf({ kind, name, parameters }: SqlRelation): string {
  return kind === "view" ? name : `${name}(${parameters.join(", ")})`;
}

/** Tabs with panels by their titles. The arrow keys move between the tabs. */
function Tabs(props: { readonly label: string; readonly panels: Readonly<Record<string, ReactNode>> }) {
  const { label, panels } = props;
  const titles = Object.keys(panels);
  const [chosen, setChosen] = useState(titles[0] ?? "");
  const id = useId();
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const next = (titles.indexOf(chosen) + step + titles.length) % titles.length;
    setChosen(titles[next] ?? chosen);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <>
      <div className="tab-list" role="tablist" aria-label={label} onKeyDown={move} tabIndex={-1}>
        {titles.map((title) => (
          <button
            key={title}
            type="button"
            className="plain-button"
            role="tab"
            id={`${id}-${title}`}
            aria-selected={title === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={title === chosen ? 0 : -1}
            onClick={() => setChosen(title)}
          >
            {title}
          </button>
        ))}
      </div>
      <div className="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {panels[chosen]}
      </div>
    </>
  );
}
