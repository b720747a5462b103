import type { ReactNode } from "react";
import { FormDialog } from "./form-dialog.tsx";
import { useForm } from "./use-form.ts";

const NO_VALUES = {};

/** Asks for confirmation of a dangerous action, runs it, and shows its errors. */
export function ConfirmDialog(props: {
  readonly title: string;
  readonly action: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { onConfirm, ...dialog } = props;
  const form = useForm({ initial: NO_VALUES, send: onConfirm });
  return <FormDialog form={form} isDangerous {...dialog} />;
}
