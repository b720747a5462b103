import { useMemo } from "react";
import { Field } from "../../components/field.tsx";
import { useTyped } from "../../components/use-typed.ts";
import type { Space } from "../../queries/spaces.ts";
import type { SpaceFilter } from "./space-filter.ts";

/** Chooses spaces by what they are inside, by tag and by name. */
export function NowFilters(props: {
  readonly spaces: readonly Space[];
  readonly filter: SpaceFilter;
  readonly onFilter: (filter: SpaceFilter) => void;
}) {
  const { spaces, filter, onFilter } = props;
  const search = useTyped(filter.search, (typed) => onFilter({ ...filter, search: typed }));
  const places = useMemo(() => spaces.filter(({ space_type: type }) => type !== "space"), [spaces]);
  const tags = useMemo(() => [...new Set(spaces.flatMap((space) => space.tags))].sort(), [spaces]);
  return (
    <>
      <Field label="Find a space">{(control) => <input {...control} {...search} type="search" />}</Field>
      {places.length > 0 && (
        <Field label="Inside">
          {(control) => (
            <select
              {...control}
              value={filter.inside}
              onChange={({ target }) => onFilter({ ...filter, inside: target.value })}
            >
              <option value="">Everywhere</option>
              {places.map((place) => (
                <option key={place.id} value={place.id}>
                  {"  ".repeat(place.ancestry.length)}
                  {place.name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {tags.length > 0 && (
        <Field label="Tag">
          {(control) => (
            <select
              {...control}
              value={filter.tag}
              onChange={({ target }) => onFilter({ ...filter, tag: target.value })}
            >
              <option value="">Any</option>
              {tags.map((tag) => (
                <option key={tag} value={tag}>
                  {tag}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  );
}
