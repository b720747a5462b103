import { type FormEvent, useId, useState } from "react";
import { answerOf, type HeadcountClient, Problem } from "../../../src/client/index.ts";
import { type Fetched, useRefresh, useTags } from "../queries/resources.ts";
import type { Space } from "../queries/spaces.ts";
import { useMay, useSession } from "../session.tsx";
import { Button } from "./button.tsx";
import { errorText } from "./states.tsx";

/** A text with a remove button, such as a tag. */
interface Chip {
  readonly key: string;
  readonly text: string;
}

/** Adds and removes tags one by one. @param props.onAdd null if the token does not permit changes */
function TagEditor(props: {
  readonly label: string;
  readonly chips: readonly Chip[];
  readonly suggestions?: readonly string[];
  readonly onAdd: ((text: string) => Promise<void>) | null;
  readonly onRemove: (key: string) => Promise<void>;
}) {
  const { label, chips, suggestions = [], onAdd, onRemove } = props;
  const [error, setError] = useState<string>();
  const attempt = async (change: () => Promise<void>) => {
    setError(undefined);
    try {
      await change();
      return true;
    } catch (failure) {
      // Without the name of the only field.
      const [issue] = failure instanceof Problem ? failure.issues : [];
      setError(issue?.message ?? errorText(failure));
      return false;
    }
  };
  return (
    <div className="stack gap-3">
      {chips.length > 0 ? (
        <ul className="row gap-2" aria-label={label}>
          {chips.map(({ key, text }) => (
            <li key={key} className="tag">
              {text}
              {onAdd !== null && (
                <button
                  type="button"
                  className="plain-button soft"
                  aria-label={`Remove ${text}`}
                  onClick={() => void attempt(() => onRemove(key))}
                >
                  ✕
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        onAdd === null && <p className="small soft">None.</p>
      )}
      {onAdd !== null && (
        <AddForm
          label={label}
          error={error}
          suggestions={suggestions}
          onAdd={(text) => attempt(() => onAdd(text))}
        />
      )}
    </div>
  );
}

function AddForm(props: {
  readonly label: string;
  readonly error: string | undefined;
  readonly suggestions: readonly string[];
  /** Resolves to whether it has been added. */
  readonly onAdd: (text: string) => Promise<boolean>;
}) {
  const { label, error, suggestions, onAdd } = props;
  const [text, setText] = useState("");
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    void onAdd(text.trim()).then((isAdded) => isAdded && setText(""));
  };
  return (
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
  );
}

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
