import { type ChangeEvent, useState } from "react";

/** What an input is given to hold a text. */
export interface TypedInput {
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onBlur: () => void;
}

/**
 * An input whose text stands in the address: there it arrives a moment after it was typed, and an input that
 * waited for it would lose the place of its cursor.
 *
 * @param text what the address has; what the input shows once it is left
 * @param onText puts another text there
 */
export function useTyped(text: string, onText: (text: string) => void): TypedInput {
  const [typed, setTyped] = useState(text);
  const [seen, setSeen] = useState(text);
  const [awaited, setAwaited] = useState<string | null>(null);
  if (text !== seen) {
    setSeen(text);
    // While something is on its way, what comes before it is older than what the input holds.
    if (awaited === null) setTyped(text);
    if (awaited === text) setAwaited(null);
  }
  const show = (shown: string) => {
    setTyped(shown);
    setAwaited(shown === text ? null : shown);
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
