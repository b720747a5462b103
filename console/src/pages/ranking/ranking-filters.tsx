import { SelectField } from "../../components/form/fields.tsx";
import { SpaceFilters } from "../../components/space-filter.tsx";
import { readable } from "../../format.ts";
import type { Space } from "../../queries/spaces.ts";
import type { RankingFilter } from "./ranking-rows.ts";

/** Filters the ranked spaces by type, by the space that contains them, and by tag. */
export function RankingFilters(props: {
  readonly spaces: readonly Space[];
  readonly filter: RankingFilter;
  readonly onFilter: (changes: Partial<RankingFilter>) => void;
}) {
  const { spaces, filter, onFilter } = props;
  const types = [...new Set(spaces.map((space) => space.space_type))];
  const parentIds = new Set(spaces.flatMap(({ ancestry }) => ancestry.map(({ id }) => id)));
  return (
    <>
      {types.length > 0 && (
        <SelectField
          label="Type"
          value={filter.type}
          choices={[
            { value: "", name: "Any" },
            ...types.map((type) => ({ value: type, name: readable(type) })),
          ]}
          onChange={(type) => onFilter({ type })}
        />
      )}
      <SpaceFilters
        spaces={spaces}
        parents={spaces.filter(({ id }) => parentIds.has(id))}
        filter={filter}
        onFilter={onFilter}
      />
    </>
  );
}
