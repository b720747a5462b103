import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from "react";
import { formatInput, formatMomentOfYear, formatTimeOfDay, readTime } from "../../format.ts";
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
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** The number of suggestions that are shown at most. */
const SUGGESTED_MAX = 50;

const searchable = (text: string) => text.trim().toLowerCase();

/** The texts that contain what is typed, in any case. */
function matching(texts: readonly string[], typed: string): readonly string[] {
  const wanted = searchable(typed);
  return texts.filter((text) => searchable(text).includes(wanted));
}

/** A line of text. */
export function TextField(props: TextProps) {
  const { value, onChange, type, placeholder, inputMode, suggestions, onBlur, onKeyDown } = props;
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
            onKeyDown={onKeyDown}
          />
          {suggestions !== undefined && (
            <datalist id={listId}>
              {matching(suggestions, value)
                .slice(0, SUGGESTED_MAX)
                .map((each) => (
                  <option key={each} value={each} />
                ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

/** A local date and time. The hint repeats it with its weekday, since the day of a date is easily mistaken. */
export function DateTimeField(props: FieldBinding<string>) {
  const { value, onChange, hint } = props;
  const isRead = formatInput(value) !== value;
  return (
    <Field
      {...props}
      hint={
        isRead ? (
          <>
            {formatMomentOfYear(value, "utc")}. {hint}
          </>
        ) : (
          hint
        )
      }
    >
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
  /** Its name among many choices, if they are not in the order of a tree. */
  readonly path?: string;
}

type SelectProps<Value extends string> = FieldBinding<Value> & {
  readonly choices: readonly SelectChoice<Value>[];
};

/** A select has as many choices at most; more of them are searched. */
const SELECT_MAX = 100;

/** One of several choices. */
export function SelectField<Value extends string>(props: SelectProps<Value>) {
  const { value, choices, onChange } = props;
  if (choices.length > SELECT_MAX) return <SearchField {...props} />;
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

/** One of many choices, which the user finds by a part of its name. An empty text is the choice without a value. */
function SearchField<Value extends string>({ choices, value, onChange, ...field }: SelectProps<Value>) {
  const [typed, setTyped] = useState<string | null>(null);
  const byText = useMemo(() => choicesByText(choices), [choices]);
  const none = choices.find((choice) => choice.value === "");
  const texts = [...byText.keys()];
  const chosen = texts.find((text) => byText.get(text) === value) ?? "";
  const choose = (found: Value | undefined, text: string | null) => {
    setTyped(found === undefined ? text : null);
    if (found !== undefined) onChange(found);
  };
  const type = (text: string) => choose(text === "" ? none?.value : byText.get(text), text);
  const complete = () => {
    if (typed === null) return;
    const found = matching(texts, typed);
    // The path of a space is also the beginning of those inside it.
    const [text = "", ...others] =
      found.length === 1 ? found : found.filter((each) => searchable(each).endsWith(searchable(typed)));
    choose(others.length === 0 ? byText.get(text) : undefined, null);
  };
  return (
    <TextField
      {...field}
      type="search"
      placeholder={none?.name ?? "Search…"}
      suggestions={texts}
      value={typed ?? chosen}
      onChange={type}
      onBlur={complete}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || typed === null) return;
        // A form would be sent with the choice before.
        event.preventDefault();
        complete();
      }}
    />
  );
}

/** The values of choices by texts that tell them apart. */
function choicesByText<Value extends string>(choices: readonly SelectChoice<Value>[]) {
  const byText = new Map<string, Value>();
  for (const { value, name, path = name } of choices)
    if (value !== "") byText.set(byText.has(path) ? `${path} (${value})` : path, value);
  return byText;
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
