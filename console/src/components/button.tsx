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

/** An icon in the colour of the text. @param props.path an SVG path in a view box of `size` by `size` */
export function Icon(props: { readonly path: string; readonly size?: number; readonly className?: string }) {
  const { path, size = 16, className } = props;
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={size} className={className} aria-hidden="true">
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth={size === 16 ? 1.75 : 2.25}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
