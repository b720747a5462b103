import { type InputHTMLAttributes, type ReactNode, useId, useState } from "react";
import { FieldGroup } from "./field-group.tsx";
import type { FieldBinding } from "./use-form.ts";

interface Choice<Value extends string> {
  readonly value: Value;
  readonly name: string;
  readonly hint?: ReactNode;
  /** The depth in a tree. */
  readonly depth?: number;
}

interface GroupProps<Value extends string, Bound> extends FieldBinding<Bound> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly choices: readonly Choice<Value>[];
}

/** A longer list has a search field. */
const SEARCH_FROM = 12;
/** The number of choices that are shown at most. */
const SHOWN_MAX = 200;

/** Any number of choices, with a search field if there are many. */
export function CheckboxGroup<Value extends string>(props: GroupProps<Value, readonly Value[]>) {
  const { label, hint, error, value, onChange, choices } = props;
  const [search, setSearch] = useState("");
  const isLong = choices.length > SEARCH_FROM;
  const found = choices.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const toggle = (chosen: Value, isOn: boolean) => {
    // The result is in the order of the choices, not of the clicks.
    const selected = new Set(value);
    if (isOn) selected.add(chosen);
    else selected.delete(chosen);
    const known = choices.map((choice) => choice.value).filter((each) => selected.delete(each));
    onChange([...known, ...selected]);
  };
  return (
    <FieldGroup label={label} hint={hint} error={error}>
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
      <div className={isLong ? "choices choices-long" : "choices"}>
        {found.slice(0, SHOWN_MAX).map((choice) => (
          <ChoiceLabel key={choice.value} choice={choice}>
            {(control) => (
              <input
                {...control}
                type="checkbox"
                checked={value.includes(choice.value)}
                onChange={({ target }) => toggle(choice.value, target.checked)}
              />
            )}
          </ChoiceLabel>
        ))}
        {found.length > SHOWN_MAX && (
          <p className="field-hint">{found.length - SHOWN_MAX} more. Use the search.</p>
        )}
        {found.length === 0 && <p className="field-hint">No results.</p>}
      </div>
    </FieldGroup>
  );
}

/** One of a few choices with hints. */
export function RadioGroup<Value extends string>(props: GroupProps<Value, Value>) {
  const { label, hint, error, value, onChange, choices } = props;
  const name = useId();
  return (
    <FieldGroup label={label} hint={hint} error={error}>
      <div className="choices">
        {choices.map((choice) => (
          <ChoiceLabel key={choice.value} choice={choice}>
            {(control) => (
              <input
                {...control}
                type="radio"
                name={name}
                checked={choice.value === value}
                onChange={() => onChange(choice.value)}
              />
            )}
          </ChoiceLabel>
        ))}
      </div>
    </FieldGroup>
  );
}

/** The label of a choice, with its hint as description. */
function ChoiceLabel(props: {
  readonly choice: Choice<string>;
  readonly children: (
    control: Pick<InputHTMLAttributes<HTMLInputElement>, "id" | "aria-labelledby" | "aria-describedby">,
  ) => ReactNode;
}) {
  const { name, hint, depth = 0 } = props.choice;
  const id = useId();
  return (
    <label htmlFor={id} className="checkbox" style={{ paddingInlineStart: `${depth}rem` }}>
      {props.children({ id, "aria-labelledby": `${id}-name`, "aria-describedby": `${id}-hint` })}
      <span>
        <span id={`${id}-name`}>{name}</span>
        <span id={`${id}-hint`} className="choice-hint">
          {hint}
        </span>
      </span>
    </label>
  );
}

/** Any number of a few short choices, as toggle buttons. */
export function ToggleGroup<Value extends string>(props: GroupProps<Value, readonly Value[]>) {
  const { label, hint, error, value, onChange, choices } = props;
  return (
    <FieldGroup label={label} hint={hint} error={error}>
      <div className="toggles">
        {choices.map((choice) => (
          <label key={choice.value} className="toggle">
            <input
              type="checkbox"
              className="visually-hidden"
              aria-label={choice.value}
              checked={value.includes(choice.value)}
              onChange={({ target }) =>
                onChange(
                  choices
                    .map((each) => each.value)
                    .filter((each) => (each === choice.value ? target.checked : value.includes(each))),
                )
              }
            />
            <span aria-hidden="true">{choice.name}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
