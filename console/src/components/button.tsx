import { type ButtonHTMLAttributes, type ReactNode, useState } from "react";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: "primary" | "danger" | "quiet";
}

/** A button that does not submit the form it is in, unless its `type` says so. */
export function Button({ look, className = "", ...attributes }: ButtonProps) {
  const classes = ["button", look && `button-${look}`, className].filter(Boolean);
  return <button type="button" {...attributes} className={classes.join(" ")} />;
}

/** A button that opens a dialog. @param props.dialog renders the dialog; its parameter closes it */
export function DialogButton(
  props: Omit<ButtonProps, "onClick"> & { readonly dialog: (onClose: () => void) => ReactNode },
) {
  const { dialog, ...button } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  );
}
