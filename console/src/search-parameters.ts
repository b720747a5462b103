import { type ChangeEvent, useState } from "react";

/** Changes of URL parameters; null removes one. */
export type Parameters = Readonly<Record<string, string | null>>;

/** URL parameters with changes applied. */
export function withParameters(before: URLSearchParams, changes: Parameters): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) after.delete(name);
    else after.set(name, value);
  }
  return after;
}

/** The attributes of the input. */
interface UrlTextInput {
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onBlur: () => void;
}

/**
 * An input whose text is a URL parameter. The URL changes asynchronously; an input that waited for it would lose the
 * position of its cursor.
 *
 * @param text the text in the URL, which the input shows after it loses the focus
 * @param onText changes the text in the URL
 */
export function useUrlText(text: string, onText: (text: string) => void): UrlTextInput {
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
    onChange: ({ target }) => {
      show(target.value);
      onText(target.value);
    },
    onBlur: () => show(text),
  };
}
