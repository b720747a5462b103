import { fullNameOf, type Space } from "../queries/spaces.ts";
import { SelectField } from "./form/fields.tsx";

/** A filter of spaces; an empty text does not filter. */
export interface SpaceFilterValues {
  /** The id of a space that contains the shown spaces. */
  readonly inside: string;
  readonly tag: string;
}

/** Filters spaces by the space that contains them, and by tag. Hides a filter that has no choices. */
export function SpaceFilters(props: {
  readonly spaces: readonly Space[];
  /** The spaces to choose from as the containing one. */
  readonly parents: readonly Space[];
  readonly filter: SpaceFilterValues;
  readonly onFilter: (changes: Partial<SpaceFilterValues>) => void;
}) {
  const { spaces, parents, filter, onFilter } = props;
  const tags = [...new Set(spaces.flatMap((space) => space.tags))].sort();
  return (
    <>
      {parents.length > 0 && (
        <SelectField
          label="Inside"
          value={filter.inside}
          choices={[{ value: "", name: "Everywhere" }, ...treeChoices(parents)]}
          onChange={(inside) => onFilter({ inside })}
        />
      )}
      {tags.length > 0 && (
        <SelectField
          label="Tag"
          value={filter.tag}
          choices={[{ value: "", name: "Any" }, ...tags.map((tag) => ({ value: tag, name: tag }))]}
          onChange={(tag) => onFilter({ tag })}
        />
      )}
    </>
  );
}

/** Spaces as choices, indented by their depth in the tree. An option can only be indented with characters. */
export function treeChoices(spaces: readonly Space[]) {
  return spaces.map((space) => ({
    value: space.id,
    name: `${"\u2003".repeat(space.ancestry.length)}${space.name}`,
    path: fullNameOf(space),
  }));
}
