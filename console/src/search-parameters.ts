import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";

/** Changes of URL parameters; null or an empty text removes one. */
export type Parameters = Readonly<Record<string, string | null | undefined>>;

/** URL parameters with changes applied. */
export function withParameters(before: URLSearchParams, changes: Parameters): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value) after.set(name, value);
    else after.delete(name);
  }
  return after;
}

/** The values of some URL parameters, empty if they are missing, and a function that changes some of them. */
export function useUrlValues<Name extends string>(names: readonly Name[]) {
  const [parameters, setParameters] = useSearchParams();
  const values = useMemo(
    () => Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? ""])) as Record<Name, string>,
    [names, parameters],
  );
  const setValues = (changes: Partial<Readonly<Record<Name, string>>>) =>
    setParameters((before) => withParameters(before, changes), { replace: true });
  return [values, setValues] as const;
}

/**
 * An input whose text is a URL parameter. The URL changes asynchronously; an input that waited for it would lose the
 * position of its cursor.
 *
 * @param text the text in the URL, which the input shows after it loses the focus
 * @param onText changes the text in the URL
 * @returns the attributes of a `TextField`
 */
export function useUrlText(text: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  const [seen, setSeen] = useState(text);
  const [pending, setPending] = useState<string | null>(null);
  if (text !== seen) {
    setSeen(text);
    // While a change is pending, other changes are older than the text of the input.
    if (pending === null) setTyped(text);
    if (pending === text) setPending(null);
  }
  const show = (shown: string) => {
    setTyped(shown);
    setPending(shown === text ? null : shown);
  };
  return {
    value: typed,
    onChange: (shown: string) => {
      show(shown);
      onText(shown);
    },
    onBlur: () => show(text),
  };
}
