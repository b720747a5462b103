import { type InputHTMLAttributes, type ReactNode, useId, useState } from "react";
import { FieldGroup } from "./field-group.tsx";
import type { FieldBinding } from "./use-form.ts";

interface Choice<Value extends string> {
  readonly value: Value;
  readonly name: string;
  readonly hint?: ReactNode;
  /** How deep it stands inside others. */
  readonly depth?: number;
}

interface GroupProps<Value extends string, Held> extends FieldBinding<Held> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly choices: readonly Choice<Value>[];
}

/** From how many choices on there is a search, and how many are shown at most. */
const SEARCH_FROM = 12;
const SHOWN_MAX = 200;

/** Any of several choices; many of them can be searched. */
export function CheckboxGroup<Value extends string>(props: GroupProps<Value, readonly Value[]>) {
  const { label, hint, error, value, onChange, choices } = props;
  const [search, setSearch] = useState("");
  const isLong = choices.length > SEARCH_FROM;
  const found = choices.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const toggle = (chosen: Value, isOn: boolean) => {
    // In the order in which the choices stand, whatever the order of the clicks.
    const held = new Set(value);
    if (isOn) held.add(chosen);
    else held.delete(chosen);
    const known = choices.map((choice) => choice.value).filter((each) => held.delete(each));
    onChange([...known, ...held]);
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
        {found.length > SHOWN_MAX && <p className="field-hint">{found.length - SHOWN_MAX} more: search.</p>}
        {found.length === 0 && <p className="field-hint">Nothing bears this name.</p>}
      </div>
    </FieldGroup>
  );
}

/** One of a few choices that need a word of explanation. */
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

/** A control with the name of its choice, and a hint that is not part of the name. */
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

/** Any of a few short choices, as buttons that stay pressed. */
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
