import { Button } from "./button.tsx";

/** A question that replaces the buttons of a dialog. */
export function InlineConfirm(props: {
  readonly text: string;
  readonly cancel: string;
  readonly onCancel: () => void;
  readonly confirm: string;
  /** If omitted, the button submits the form around it. */
  readonly onConfirm?: () => void;
}) {
  const { text, cancel, onCancel, confirm, onConfirm } = props;
  return (
    <div className="form-actions form-question" role="alert">
      <p>{text}</p>
      <Button autoFocus onClick={onCancel}>
        {cancel}
      </Button>
      <Button type={onConfirm === undefined ? "submit" : "button"} look="danger" onClick={onConfirm}>
        {confirm}
      </Button>
    </div>
  );
}
