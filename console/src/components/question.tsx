/** A question in the place of a dialog's buttons. */
export function Question(props: {
  readonly text: string;
  /** What leaves everything as it is. */
  readonly stay: string;
  readonly onStay: () => void;
  readonly go: string;
  /** Sends the form that it is in where it is left out. */
  readonly onGo?: () => void;
}) {
  const { text, stay, onStay, go, onGo } = props;
  return (
    <div className="form-actions form-question" role="alert">
      <p>{text}</p>
      {/* biome-ignore lint/a11y/noAutofocus: the question takes the place of the buttons that had the focus */}
      <button type="button" className="button" autoFocus onClick={onStay}>
        {stay}
      </button>
      <button type={onGo === undefined ? "submit" : "button"} className="button button-danger" onClick={onGo}>
        {go}
      </button>
    </div>
  );
}
