import type { Space } from "../queries/spaces.ts";
import { Field } from "./field.tsx";

/** Chooses one space out of the tree of all. */
export function SpaceSelect(props: {
  /** In the order of the tree. */
  readonly spaces: readonly Space[];
  readonly spaceId: string;
  readonly onChoose: (spaceId: string) => void;
}) {
  const { spaces, spaceId, onChoose } = props;
  return (
    <Field label="Space">
      {(control) => (
        <select {...control} value={spaceId} onChange={({ target }) => onChoose(target.value)}>
          {spaces.map((space) => (
            <option key={space.id} value={space.id}>
              {/* An option cannot be indented otherwise. */}
              {"\u2003".repeat(space.ancestry.length)}
              {space.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
