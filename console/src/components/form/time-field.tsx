import { type ReactNode, useState } from "react";
import { formatTimeOfDay } from "../../format.ts";
import { Field } from "../field.tsx";
import { readTime } from "../typed-dates.ts";
import type { FieldBinding } from "./use-form.ts";

const TWELVE_HOURS = /[ap]\.?m\.?$/i;

/**
 * A local time of day, held as the API has it (`HH:MM`) and shown by the clock of the settings. Either clock may be
 * typed; what is no time is held as it is, for the server to say.
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
