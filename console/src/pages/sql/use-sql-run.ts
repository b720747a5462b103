import { useCallback, useEffect, useRef, useState } from "react";
import { useSession } from "../../session.tsx";
import { runSql, type SqlResult } from "./sql-api.ts";

/** The state of the last query. */
export type SqlRun =
  | { readonly status: "none" | "cancelled" }
  | { readonly status: "running"; readonly query: string }
  | { readonly status: "done"; readonly query: string; readonly result: SqlResult }
  | { readonly status: "failed"; readonly query: string; readonly error: unknown };

/** Runs one query at a time. Another query, cancelling and leaving the page abort it, also on the server. */
export function useSqlRun() {
  const { client } = useSession();
  const [run, setRun] = useState<SqlRun>({ status: "none" });
  const controller = useRef<AbortController>(null);

  const start = useCallback(
    async (query: string) => {
      controller.current?.abort();
      const own = new AbortController();
      controller.current = own;
      setRun({ status: "running", query });
      try {
        const result = await runSql(client, query, own.signal);
        if (!own.signal.aborted) setRun({ status: "done", query, result });
      } catch (error) {
        if (!own.signal.aborted) setRun({ status: "failed", query, error });
      }
    },
    [client],
  );
  const cancel = useCallback(() => {
    controller.current?.abort();
    setRun({ status: "cancelled" });
  }, []);
  useEffect(() => () => controller.current?.abort(), []);
  return { run, start, cancel };
}
