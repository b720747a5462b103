import type { ReactNode } from "react";
import { FormDialog } from "./form-dialog.tsx";
import { useForm } from "./use-form.ts";

const NOTHING = {};

/** Asks before something is done, and shows what the server has against it. */
export function ConfirmDialog(props: {
  readonly title: string;
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { onConfirm, ...dialog } = props;
  const form = useForm({ initial: NOTHING, send: onConfirm });
  return <FormDialog form={form} isDangerous {...dialog} />;
}
