import { Button } from "../../components/button.tsx";
import type { SqlRelation } from "./sql-api.ts";

const KINDS: Readonly<Record<SqlRelation["kind"], string>> = {
  view: "view",
  table_macro: "table macro",
  macro: "macro",
};

/** The views and macros with their columns and parameters. A click on a name inserts it. */
export function SchemaBrowser(props: {
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
              <code>{relation.name}</code>
              <span className="sql-hint">{KINDS[relation.kind]}</span>
            </summary>
            {relation.comment !== null && <Comment text={relation.comment} />}
            <Button onClick={() => onInsert(callOf(relation))}>
              Insert <code>{callOf(relation)}</code>
            </Button>
            {relation.columns.length > 0 && (
              <dl>
                {relation.columns.map(({ name, type, comment }) => (
                  <div key={name}>
                    <dt>
                      <button type="button" className="sql-schema-name" onClick={() => onInsert(name)}>
                        <code>{name}</code>
                      </button>{" "}
                      <span className="sql-type">{type.toLowerCase()}</span>
                    </dt>
                    {comment !== null && <dd>{comment}</dd>}
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

/** A comment with the parts in backticks as code. */
function Comment({ text }: { readonly text: string }) {
  const parts = (text.charAt(0).toUpperCase() + text.slice(1)).split("`");
  return (
    <p>
      {parts.map((part, index) =>
        // Every second part was between backticks.
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no key
        index % 2 === 1 ? <code key={index}>{part}</code> : part,
      )}
    </p>
  );
}

function callOf({ kind, name, parameters }: SqlRelation): string {
  return kind === "view" ? name : `${name}(${parameters.join(", ")})`;
}
