import { answerOf, type HeadcountClient } from "../../../../src/client/index.ts";
import { TagEditor } from "../../components/tag-editor.tsx";
import { type Fetched, useRefresh, useTags } from "../../queries/set-up.ts";
import type { Space } from "../../queries/spaces.ts";
import { useMay, useSession } from "../../session.tsx";

type Request = (v2: HeadcountClient["v2"], text: string) => Parameters<typeof answerOf>[0];

/** Returns a function that sends a request for a text, then refetches data. */
function useChange(...changed: readonly Fetched[]) {
  const { client } = useSession();
  const refresh = useRefresh();
  return (request: Request) => async (text: string) => {
    await answerOf(request(client.v2, text));
    await refresh(...changed);
  };
}

/** The tags of a space or doorway. Suggests the other tags in use. */
export function Tags(props: {
  readonly tags: readonly string[];
  /** The list that has the tags, which is refetched after a change. */
  readonly of: "spaces" | "doorways";
  readonly add: Request;
  readonly remove: Request;
}) {
  const { tags, of, add, remove } = props;
  const mayWrite = useMay("write");
  const change = useChange(of, "tags");
  const { data: known = [] } = useTags();
  return (
    <TagEditor
      label="Tags"
      chips={tags.map((tag) => ({ key: tag, text: tag }))}
      suggestions={known.map(({ name }) => name).filter((name) => !tags.includes(name))}
      onAdd={mayWrite ? change(add) : null}
      onRemove={change(remove)}
    />
  );
}

/** The teams that are assigned to a space. */
export function SpaceTeams({ space }: { readonly space: Space }) {
  const mayWrite = useMay("write");
  const change = useChange("spaces");
  const path = { space_id: space.id };
  const add = change((v2, team_name) =>
    v2.POST("/v2/spaces/{space_id}/assigned_teams/", { params: { path }, body: { team_name } }),
  );
  const remove = change((v2, assigned_team_id) =>
    v2.DELETE("/v2/spaces/{space_id}/assigned_teams/{assigned_team_id}/", {
      params: { path: { ...path, assigned_team_id } },
    }),
  );
  return (
    <TagEditor
      label="Teams"
      chips={space.assigned_teams.map(({ id, team_name }) => ({ key: id, text: team_name }))}
      onAdd={mayWrite ? add : null}
      onRemove={remove}
    />
  );
}
