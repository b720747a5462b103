import { type FormEvent, useId, useState } from "react";
import { answerOf, type HeadcountClient, Problem } from "../../../src/client/index.ts";
import { type Fetched, useRefresh, useTags } from "../queries/resources.ts";
import type { Space } from "../queries/spaces.ts";
import { useMay, useSession } from "../session.tsx";
import { Button } from "./button.tsx";
import { errorText } from "./states.tsx";

type Request = (v2: HeadcountClient["v2"], text: string) => Parameters<typeof answerOf>[0];

interface EditorProps {
  readonly label: string;
  readonly chips: readonly { readonly key: string; readonly text: string }[];
  readonly suggestions?: readonly string[];
  /** The data that is refetched after a change. */
  readonly changed: readonly Fetched[];
  readonly add: Request;
  /** Its text is the key of a chip. */
  readonly remove: Request;
}

/** Adds and removes tags or teams one by one. */
function TagEditor({ label, chips, suggestions = [], changed, add, remove }: EditorProps) {
  const mayWrite = useMay("write");
  const { client } = useSession();
  const refresh = useRefresh();
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const id = useId();
  const send = async (request: Request, value: string) => {
    setError(undefined);
    try {
      await answerOf(request(client.v2, value));
      await refresh(...changed);
      if (request === add) setText("");
    } catch (failure) {
      // Without the name of the only field.
      const [issue] = failure instanceof Problem ? failure.issues : [];
      setError(issue?.message ?? errorText(failure));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") void send(add, text.trim());
  };
  return (
    <div className="stack gap-3">
      {chips.length === 0 && !mayWrite && <p className="small soft">None.</p>}
      {chips.length > 0 && (
        <ul className="row gap-2" aria-label={label}>
          {chips.map((chip) => (
            <li key={chip.key} className="tag">
              {chip.text}
              {mayWrite && (
                <button
                  type="button"
                  className="plain-button soft"
                  aria-label={`Remove ${chip.text}`}
                  onClick={() => void send(remove, chip.key)}
                >
                  ✕
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <form className="row gap-2 tag-form" onSubmit={submit}>
          <input
            aria-label={`Add to ${label}`}
            aria-describedby={`${id}-error`}
            aria-invalid={error !== undefined || undefined}
            autoComplete="off"
            list={`${id}-list`}
            placeholder="Add…"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <datalist id={`${id}-list`}>
            {suggestions.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
          <Button type="submit">Add</Button>
          <p className="field-error" id={`${id}-error`} role="alert">
            {error}
          </p>
        </form>
      )}
    </div>
  );
}

/** The tags of a space or doorway. Suggests the other tags in use. */
export function Tags(
  props: Pick<EditorProps, "add" | "remove"> & {
    readonly tags: readonly string[];
    /** The list that has the tags. */
    readonly of: "spaces" | "doorways";
  },
) {
  const { tags, of, ...requests } = props;
  const { data: known = [] } = useTags();
  return (
    <TagEditor
      label="Tags"
      chips={tags.map((tag) => ({ key: tag, text: tag }))}
      suggestions={known.map(({ name }) => name).filter((name) => !tags.includes(name))}
      changed={[of, "tags"]}
      {...requests}
    />
  );
}

/** The teams that are assigned to a space. */
export function SpaceTeams({ space }: { readonly space: Space }) {
  const path = { space_id: space.id };
  return (
    <TagEditor
      label="Teams"
      chips={space.assigned_teams.map(({ id, team_name }) => ({ key: id, text: team_name }))}
      changed={["spaces"]}
      add={(v2, team_name) =>
        v2.POST("/v2/spaces/{space_id}/assigned_teams/", { params: { path }, body: { team_name } })
      }
      remove={(v2, assigned_team_id) =>
        v2.DELETE("/v2/spaces/{space_id}/assigned_teams/{assigned_team_id}/", {
          params: { path: { ...path, assigned_team_id } },
        })
      }
    />
  );
}
