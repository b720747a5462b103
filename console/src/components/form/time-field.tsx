import { type ReactNode, useState } from "react";
import { formatTimeOfDay, readTime } from "../../format.ts";
import { Field } from "../field.tsx";
import type { FieldBinding } from "./use-form.ts";

const TWELVE_HOURS = /[ap]\.?m\.?$/i;

/**
 * A local time of day. The value is `HH:MM`; the field shows the format of the settings and accepts both clocks. Invalid
 * text becomes the value unchanged, so that the server reports it.
 */
export function TimeField(
  props: FieldBinding<string> & {
    readonly label: string;
    readonly hint?: ReactNode;
    /** `HH:MM` */
    readonly example: string;
  },
) {
  const { label, hint, error, value, onChange, example } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    onChange((TWELVE_HOURS.test(text.trim()) ? readTime(text.replaceAll(".", "")) : null) ?? text);
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          autoComplete="off"
          spellCheck={false}
          placeholder={formatTimeOfDay(example)}
          value={typed ?? formatTimeOfDay(value)}
          onChange={({ target }) => type(target.value)}
          onBlur={() => setTyped(null)}
        />
      )}
    </Field>
  );
}
