import { useMemo } from "react";
import { Field } from "../../components/field.tsx";
import { SpaceFilters } from "../../components/space-filter.tsx";
import { useUrlText } from "../../components/use-url-text.ts";
import type { Space } from "../../queries/spaces.ts";
import type { SpaceFilter } from "./filter-spaces.ts";

/** Filters spaces by name, by the space that contains them, and by tag. */
export function NowFilters(props: {
  readonly spaces: readonly Space[];
  readonly filter: SpaceFilter;
  readonly onFilter: (filter: SpaceFilter) => void;
}) {
  const { spaces, filter, onFilter } = props;
  const search = useUrlText(filter.search, (text) => onFilter({ ...filter, search: text }));
  const parents = useMemo(() => spaces.filter(({ space_type: type }) => type !== "space"), [spaces]);
  return (
    <>
      <Field label="Search spaces">{(control) => <input {...control} {...search} type="search" />}</Field>
      <SpaceFilters
        spaces={spaces}
        parents={parents}
        filter={filter}
        onFilter={(changes) => onFilter({ ...filter, ...changes })}
      />
    </>
  );
}
