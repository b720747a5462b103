import { useState } from "react";

/** Puts a text on the clipboard, and says that it is there. */
export function CopyButton(props: {
  readonly text: string;
  readonly label: string;
  readonly onCopied: () => void;
}) {
  const { text, label, onCopied } = props;
  const [state, setState] = useState<"ready" | "copied" | "refused">("ready");
  const copy = async () => {
    try {
      // Only where the console is served by https or from this machine; elsewhere there is none.
      await navigator.clipboard.writeText(text);
      setState("copied");
      onCopied();
    } catch {
      setState("refused");
    }
  };
  return (
    <button type="button" className="button" onClick={() => void copy()}>
      <span aria-live="polite">
        {state === "ready" ? label : state === "copied" ? "Copied" : "Select it and copy it by hand"}
      </span>
    </button>
  );
}
