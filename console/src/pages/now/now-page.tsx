import { Page } from "../../components/page.tsx";
import { ErrorNote, Loading } from "../../components/states.tsx";
import { useSpaces } from "../../queries/spaces.ts";

/** Every space with its count now. */
export function NowPage() {
  const spaces = useSpaces();
  if (spaces.isPending) return <Loading />;
  if (spaces.isError) return <ErrorNote error={spaces.error} onRetry={() => void spaces.refetch()} />;
  return (
    <Page title="Now">
      <ul>
        {spaces.data.map((space) => (
          <li key={space.id}>{space.name}</li>
        ))}
      </ul>
    </Page>
  );
}
