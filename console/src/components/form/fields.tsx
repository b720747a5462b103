import { type ReactNode, useId, useState } from "react";
import { formatTimeOfDay, readTime } from "../../format.ts";
import { DateInput } from "../date-input.tsx";
import { Field, FieldNotes } from "../field.tsx";

/** What a field shows, and the value that it changes. */
export interface FieldBinding<Value> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

interface TextProps extends FieldBinding<string> {
  readonly type?: "search";
  readonly placeholder?: string;
  /** The on-screen keyboard of a phone. */
  readonly inputMode?: "decimal" | "url";
  readonly suggestions?: readonly string[];
  readonly onBlur?: () => void;
}

/** A line of text. */
export function TextField(props: TextProps) {
  const { value, onChange, type, placeholder, inputMode, suggestions, onBlur } = props;
  const listId = useId();
  return (
    <Field {...props}>
      {(control) => (
        <>
          <input
            {...control}
            type={type}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            inputMode={inputMode}
            list={suggestions && listId}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            onBlur={onBlur}
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
export function DateTimeField(props: FieldBinding<string>) {
  const { value, onChange } = props;
  return (
    <Field {...props}>
      {(control) => <DateInput control={control} value={value} hasTime onChange={onChange} />}
    </Field>
  );
}

const TWELVE_HOURS = /[ap]\.?m\.?$/i;

/**
 * A local time of day. The value is `HH:MM`; the field shows the format of the settings and accepts both clocks. Invalid
 * text becomes the value unchanged, so that the server reports it.
 *
 * @param props.example `HH:MM`
 */
export function TimeField(props: FieldBinding<string> & { readonly example: string }) {
  const { value, onChange, example } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    onChange((TWELVE_HOURS.test(text.trim()) ? readTime(text.replaceAll(".", "")) : null) ?? text);
  };
  return (
    <TextField
      {...props}
      placeholder={formatTimeOfDay(example)}
      value={typed ?? formatTimeOfDay(value)}
      onChange={type}
      onBlur={() => setTyped(null)}
    />
  );
}

/** A number as the user types it; `numberOrNull` validates it. */
export function NumberField(props: FieldBinding<string>) {
  return <TextField inputMode="decimal" {...props} />;
}

/** Several lines of text. */
export function LongTextField(
  props: FieldBinding<string> & { readonly rows: number; readonly isCode?: boolean },
) {
  const { value, onChange, rows, isCode = false } = props;
  return (
    <Field {...props}>
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
export function SelectField<Value extends string>(
  props: FieldBinding<Value> & { readonly choices: readonly SelectChoice<Value>[] },
) {
  const { value, choices, onChange } = props;
  return (
    <Field {...props}>
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
export function CheckboxField({ label, hint, error, value, onChange }: FieldBinding<boolean>) {
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

/** Several controls of one field, with its label, hint and error. */
export function FieldGroup(
  props: Pick<FieldBinding<unknown>, "label" | "hint" | "error"> & { readonly children: ReactNode },
) {
  const { label, hint, error, children } = props;
  const id = useId();
  return (
    <fieldset
      className="field field-group"
      aria-describedby={`${id}-notes`}
      {...(error === undefined ? {} : { "aria-invalid": true as const, tabIndex: -1 })}
    >
      <legend className="label">{label}</legend>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );
}
