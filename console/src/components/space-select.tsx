import type { Space } from "../queries/spaces.ts";
import { SelectField } from "./form/fields.tsx";

/** Selects one space. @param props.spaces in the order of the tree */
export function SpaceSelect(props: {
  readonly spaces: readonly Space[];
  readonly spaceId: string;
  readonly onChoose: (spaceId: string) => void;
}) {
  const { spaces, spaceId, onChoose } = props;
  return <SelectField label="Space" value={spaceId} onChange={onChoose} choices={treeChoices(spaces)} />;
}

/** Spaces as choices, indented by their depth in the tree. An option can only be indented with characters. */
export function treeChoices(spaces: readonly Space[]) {
  return spaces.map(({ id, name, ancestry }) => ({
    value: id,
    name: `${"\u2003".repeat(ancestry.length)}${name}`,
  }));
}
