import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";

interface Toast {
  readonly id: number;
  readonly text: string;
}

const SHOWN_MS = 5_000;

const ToastContext = createContext<(text: string) => void>(() => {});

/** Shows a message for a few seconds after an action. Errors are shown with `ErrorNote`. */
export function useToast(): (text: string) => void {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const lastId = useRef(0);
  const show = useCallback((text: string) => {
    lastId.current += 1;
    const id = lastId.current;
    setToasts((shown) => [...shown, { id, text }]);
    setTimeout(() => setToasts((shown) => shown.filter((toast) => toast.id !== id)), SHOWN_MS);
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <div className="stack gap-2 toasts" role="status">
        {toasts.map(({ id, text }) => (
          <p key={id} className="toast">
            {text}
          </p>
        ))}
      </div>
    </ToastContext>
  );
}
