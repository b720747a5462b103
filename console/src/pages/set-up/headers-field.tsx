import { Button } from "../../components/button.tsx";
import { FieldGroup } from "../../components/form/field-group.tsx";
import type { FieldBinding } from "../../components/form/use-form.ts";
import type { HeaderRow } from "./webhook-values.ts";

/** The headers of the requests of a webhook. */
export function HeadersField({ value: rows, error, onChange }: FieldBinding<readonly HeaderRow[]>) {
  const change = (key: number, changed: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)));
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    onChange([...rows, { key, name: "", value: "" }]);
  };
  return (
    <FieldGroup label="Headers" hint="Sent with each request, for example Authorization." error={error}>
      {rows.map((row, index) => (
        <div key={row.key} className="set-up-header-row">
          {(["name", "value"] as const).map((part) => {
            const label = part === "name" ? "Name" : "Value";
            return (
              <input
                key={part}
                aria-label={`${label} of header ${index + 1}`}
                placeholder={label}
                spellCheck={false}
                value={row[part]}
                onChange={({ target }) => change(row.key, { [part]: target.value })}
              />
            );
          })}
          <Button
            look="quiet"
            aria-label={`Remove header ${index + 1}`}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            ✕
          </Button>
        </div>
      ))}
      <Button className="set-up-add-header" onClick={add}>
        Add header
      </Button>
    </FieldGroup>
  );
}
