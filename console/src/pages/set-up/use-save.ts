import { useNavigate } from "react-router";
import { useToast } from "../../components/toast.tsx";
import { type Fetched, useRefresh } from "../../queries/set-up.ts";
import { useSession } from "../../session.tsx";

/** The client for a change of the set-up, and the steps after it has succeeded. */
export function useSave(onClose: () => void) {
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const navigate = useNavigate();
  /** Refetches what has changed, shows a message, closes the dialog, and opens a page if one is given. */
  const saved = async (changed: readonly Fetched[], message: string, page?: string) => {
    await refresh(...changed);
    toast(message);
    onClose();
    if (page !== undefined) await navigate(page);
  };
  return { client, saved };
}
