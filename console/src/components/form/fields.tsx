import { type HTMLInputAutoCompleteAttribute, type ReactNode, useId } from "react";
import { DateInput } from "../date-input.tsx";
import { Field } from "../field.tsx";
import type { FieldBinding } from "./use-form.ts";

interface TextProps extends FieldBinding<string> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  /** What the keyboard of a phone offers. */
  readonly inputMode?: "text" | "numeric" | "decimal" | "url";
  /** What the browser offers while typing. */
  readonly suggestions?: readonly string[];
  readonly type?: "text" | "datetime-local" | "date" | "url";
}

/** A line of text, or a local date or date and time. */
export function TextField(props: TextProps) {
  const { label, hint, error, value, onChange, suggestions, ...input } = props;
  const listId = useId();
  if (input.type === "date" || input.type === "datetime-local")
    return (
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          <DateInput
            control={control}
            value={value}
            hasTime={input.type === "datetime-local"}
            onChange={onChange}
          />
        )}
      </Field>
    );
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <>
          <input
            autoComplete="off"
            spellCheck={false}
            {...control}
            {...input}
            {...(suggestions === undefined ? {} : { list: listId })}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          {suggestions !== undefined && (
            <datalist id={listId}>
              {suggestions.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

/** A number, kept as it is typed: what is not a number is for `numberOrNull` to say. */
export function NumberField(props: Omit<TextProps, "type" | "suggestions" | "inputMode">) {
  return <TextField inputMode="decimal" {...props} />;
}

/** Several lines of text. */
export function LongTextField(
  props: Pick<TextProps, "label" | "hint" | keyof FieldBinding<string>> & {
    readonly rows?: number;
    readonly isCode?: boolean;
  },
) {
  const { label, hint, error, value, onChange, rows = 3, isCode = false } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...control}
          rows={rows}
          {...(isCode ? { className: "code", spellCheck: false } : {})}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** One of several choices that have names. */
export function SelectField<Value extends string>(
  props: FieldBinding<Value> & {
    readonly label: string;
    readonly hint?: ReactNode;
    readonly choices: readonly { readonly value: Value; readonly name: string }[];
  },
) {
  const { label, hint, error, value, onChange, choices } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value as Value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A yes or no. */
export function CheckboxField(
  props: FieldBinding<boolean> & { readonly label: string; readonly hint?: ReactNode },
) {
  const { label, hint, error, value, onChange } = props;
  const id = useId();
  return (
    <div className="field">
      <label className="checkbox">
        <input
          type="checkbox"
          checked={value}
          aria-describedby={`${id}-said`}
          onChange={({ target }) => onChange(target.checked)}
        />{" "}
        {label}
      </label>
      <div id={`${id}-said`}>
        {hint !== undefined && <p className="field-hint">{hint}</p>}
        {error !== undefined && <p className="field-error">{error}</p>}
      </div>
    </div>
  );
}
