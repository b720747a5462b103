import { useState } from "react";
import { Button } from "./button.tsx";

/** Copies a text to the clipboard and shows whether it succeeded. */
export function CopyButton(props: {
  readonly text: string;
  readonly label: string;
  readonly onCopied: () => void;
}) {
  const { text, label, onCopied } = props;
  const [shown, setShown] = useState(label);
  const copy = async () => {
    try {
      // Browsers provide the clipboard only over https and on localhost.
      await navigator.clipboard.writeText(text);
      setShown("Copied");
      onCopied();
    } catch {
      setShown("Cannot copy: select the text and copy it");
    }
  };
  return (
    <Button onClick={() => void copy()}>
      <span aria-live="polite">{shown}</span>
    </Button>
  );
}
