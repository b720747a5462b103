import { useMutation } from "@tanstack/react-query";
import { Button } from "../../components/button.tsx";
import { ErrorNote } from "../../components/states.tsx";
import { useToast } from "../../components/toast.tsx";
import { saveFile } from "../../save-file.ts";
import { useSession } from "../../session.tsx";
import { EXPORTS, type Export, exportSql } from "./sql-api.ts";

/** Downloads the whole result of a query, which runs again. */
export function SqlExports({ query }: { readonly query: string }) {
  const { client } = useSession();
  const showToast = useToast();
  const save = useMutation({
    mutationFn: async (as: Export) => {
      const name = `query.${as.extension}`;
      saveFile(await exportSql(client, query, as), name);
      showToast(`${name} has been saved.`);
    },
  });
  return (
    <>
      <div className="sql-exports">
        <span>Download</span>
        {EXPORTS.map((each) => (
          <Button key={each.name} disabled={save.isPending} onClick={() => save.mutate(each)}>
            {each.name}
          </Button>
        ))}
      </div>
      {save.isError && <ErrorNote error={save.error} />}
    </>
  );
}
