import { useMutation } from "@tanstack/react-query";
import { ErrorNote } from "../../components/states.tsx";
import { useToast } from "../../components/toast.tsx";
import { saveFile } from "../../save-file.ts";
import { useSession } from "../../session.tsx";
import { EXPORTS, type Export, exportSql } from "./sql-api.ts";

/** Saves the whole result of a query, which runs again for that. */
export function SqlExports({ query }: { readonly query: string }) {
  const { client } = useSession();
  const showToast = useToast();
  const save = useMutation({
    mutationFn: async (as: Export) => {
      const name = `query.${as.extension}`;
      saveFile(await exportSql(client, query, as), name);
      showToast(`The result has been saved as ${name}.`);
    },
  });
  return (
    <>
      <div className="sql-exports">
        <span>Download</span>
        {EXPORTS.map((each) => (
          <button
            key={each.name}
            type="button"
            className="button"
            disabled={save.isPending}
            onClick={() => save.mutate(each)}
          >
            {each.name}
          </button>
        ))}
      </div>
      {save.isError && <ErrorNote error={save.error} />}
    </>
  );
}
