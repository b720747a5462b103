import { type InputHTMLAttributes, type ReactNode, useId, useState } from "react";
import { type FieldBinding, FieldGroup, type SelectChoice } from "./fields.tsx";

interface Choice<Value extends string> extends SelectChoice<Value> {
  readonly hint?: ReactNode;
  /** The depth in a tree. */
  readonly depth?: number;
}

interface GroupProps<Value extends string, Bound> extends FieldBinding<Bound> {
  readonly choices: readonly Choice<Value>[];
}

/** A longer list has a search field. */
const SEARCH_FROM = 12;
/** The number of choices that are shown at most. */
const SHOWN_MAX = 200;

/** Any number of choices, with a search field if there are many. */
export function CheckboxGroup<Value extends string>(props: GroupProps<Value, Value[]>) {
  const { label, choices } = props;
  const [search, setSearch] = useState("");
  const isLong = choices.length > SEARCH_FROM;
  const found = choices.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <FieldGroup {...props}>
      {isLong && (
        <input
          type="search"
          aria-label={`Search: ${label}`}
          placeholder="Search…"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      <div className={isLong ? "stack gap-1 choices-long" : "stack gap-2"}>
        {found.slice(0, SHOWN_MAX).map((choice) => (
          <LabelledChoice key={choice.value} choice={choice} type="checkbox" {...toggleOf(choice, props)} />
        ))}
        {found.length > SHOWN_MAX && (
          <p className="small soft">{found.length - SHOWN_MAX} more. Use the search.</p>
        )}
        {found.length === 0 && <p className="small soft">No results.</p>}
      </div>
    </FieldGroup>
  );
}

/** One of a few choices with hints. */
export function RadioGroup<Value extends string>(props: GroupProps<Value, Value>) {
  const { value, onChange, choices } = props;
  const name = useId();
  return (
    <FieldGroup {...props}>
      <div className="stack gap-2">
        {choices.map((choice) => (
          <LabelledChoice
            key={choice.value}
            choice={choice}
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

/** The control of a choice with its label, and with its hint as description. */
function LabelledChoice(props: InputHTMLAttributes<HTMLInputElement> & { readonly choice: Choice<string> }) {
  const { choice, ...input } = props;
  const { name, hint, depth = 0 } = choice;
  const id = useId();
  return (
    <label htmlFor={id} className="checkbox" style={{ paddingInlineStart: `${depth}rem` }}>
      <input {...input} id={id} aria-labelledby={`${id}-name`} aria-describedby={`${id}-hint`} />
      <span>
        <span id={`${id}-name`}>{name}</span>
        <span id={`${id}-hint`} className="small soft block break">
          {hint}
        </span>
      </span>
    </label>
  );
}

/** Any number of a few short choices, as toggle buttons. */
export function ToggleGroup<Value extends string>(props: GroupProps<Value, Value[]>) {
  return (
    <FieldGroup {...props}>
      <div className="row gap-1">
        {props.choices.map((choice) => (
          <label key={choice.value} className="toggle">
            <input
              type="checkbox"
              className="visually-hidden"
              aria-label={choice.value}
              {...toggleOf(choice, props)}
            />
            <span aria-hidden="true">{choice.name}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

/** Whether a choice is selected, and what toggles it. */
function toggleOf<Value extends string>(
  { value: chosen }: Choice<Value>,
  { value, onChange, choices }: GroupProps<Value, Value[]>,
): Pick<InputHTMLAttributes<HTMLInputElement>, "checked" | "onChange"> {
  return {
    checked: value.includes(chosen),
    onChange: ({ target }) => {
      // The result is in the order of the choices, not of the clicks.
      const selected = new Set(value);
      if (target.checked) selected.add(chosen);
      else selected.delete(chosen);
      const known = choices.map((choice) => choice.value).filter((each) => selected.delete(each));
      onChange([...known, ...selected]);
    },
  };
}
