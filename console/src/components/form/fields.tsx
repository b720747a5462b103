import { type HTMLInputAutoCompleteAttribute, type ReactNode, useId } from "react";
import { DateInput } from "../date-input.tsx";
import { Field } from "../field.tsx";
import type { FieldBinding } from "./use-form.ts";

interface TextProps extends FieldBinding<string> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  /** The on-screen keyboard of a phone. */
  readonly inputMode?: "text" | "numeric" | "decimal" | "url";
  readonly suggestions?: readonly string[];
}

/** A line of text. */
export function TextField(props: TextProps) {
  const { label, hint, error, value, onChange, suggestions, ...input } = props;
  const listId = useId();
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

/** A local date and time. */
export function DateTimeField(props: Pick<TextProps, "label" | "hint" | keyof FieldBinding<string>>) {
  const { label, hint, error, value, onChange } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <DateInput control={control} value={value} hasTime onChange={onChange} />}
    </Field>
  );
}

/** A number as the user types it; `numberOrNull` validates it. */
export function NumberField(props: Omit<TextProps, "suggestions" | "inputMode">) {
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

/** A choice of a `SelectField`. */
export interface SelectChoice<Value extends string> {
  readonly value: Value;
  readonly name: string;
}

/** One of several choices. */
export function SelectField<Value extends string>(props: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly value: Value;
  readonly choices: readonly SelectChoice<Value>[];
  readonly onChange: (value: Value) => void;
}) {
  const { label, hint, error, value, choices, onChange } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value as Value)}>
          <Options choices={choices} />
        </select>
      )}
    </Field>
  );
}

/** The options of a `select`. */
export function Options({ choices }: { readonly choices: readonly SelectChoice<string>[] }) {
  return choices.map(({ value, name }) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
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
          aria-describedby={`${id}-notes`}
          onChange={({ target }) => onChange(target.checked)}
        />{" "}
        {label}
      </label>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

/** The hint and the error of a control that is not in a `Field`; its id is `${id}-notes`. */
export function FieldNotes(props: {
  readonly id: string;
  readonly hint: ReactNode;
  readonly error: string | undefined;
}) {
  const { id, hint, error } = props;
  return (
    <div id={`${id}-notes`}>
      {hint !== undefined && <p className="field-hint">{hint}</p>}
      {error !== undefined && <p className="field-error">{error}</p>}
    </div>
  );
}
