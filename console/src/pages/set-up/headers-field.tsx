import { FieldGroup } from "../../components/form/field-group.tsx";
import type { FieldBinding } from "../../components/form/use-form.ts";
import type { HeaderRow } from "./webhook-values.ts";

/** The headers that a webhook's calls carry, row by row. */
export function HeadersField({ value: rows, error, onChange }: FieldBinding<readonly HeaderRow[]>) {
  const change = (key: number, changed: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)));
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    onChange([...rows, { key, name: "", value: "" }]);
  };
  return (
    <FieldGroup
      label="Headers"
      hint="Sent with each call, such as an authorization of the receiver's."
      error={error}
    >
      {rows.map((row, index) => (
        <div key={row.key} className="set-up-header-row">
          <input
            aria-label={`Name of header ${index + 1}`}
            placeholder="Name"
            spellCheck={false}
            value={row.name}
            onChange={({ target }) => change(row.key, { name: target.value })}
          />
          <input
            aria-label={`Value of header ${index + 1}`}
            placeholder="Value"
            spellCheck={false}
            value={row.value}
            onChange={({ target }) => change(row.key, { value: target.value })}
          />
          <button
            type="button"
            className="button button-quiet"
            aria-label={`Remove header ${index + 1}`}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            ✕
          </button>
        </div>
      ))}
      <button type="button" className="button set-up-add-header" onClick={add}>
        Add a header
      </button>
    </FieldGroup>
  );
}
