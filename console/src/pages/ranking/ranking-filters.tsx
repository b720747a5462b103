import { Field } from "../../components/field.tsx";
import type { Space } from "../../queries/spaces.ts";
import type { RankingFilter } from "./ranking-rows.ts";

/** Chooses which spaces are ranked. */
export function RankingFilters(props: {
  readonly spaces: readonly Space[];
  readonly filter: RankingFilter;
  /** Told of what changes; null takes a filter away. */
  readonly onFilter: (changes: Readonly<Record<string, string | null>>) => void;
}) {
  const { spaces, filter, onFilter } = props;
  const types = [...new Set(spaces.map((space) => space.space_type))];
  const tags = [...new Set(spaces.flatMap((space) => space.tags))].sort();
  const parents = new Set(spaces.flatMap(({ ancestry }) => ancestry.map(({ id }) => id)));
  const places = spaces.filter(({ id }) => parents.has(id));
  const choices = [
    {
      name: "type",
      label: "Type",
      all: "Any",
      options: types.map((type) => ({ value: type, text: type.charAt(0).toUpperCase() + type.slice(1) })),
    },
    {
      name: "inside",
      label: "Inside",
      all: "Everywhere",
      options: places.map(({ id, name, ancestry }) => ({
        value: id,
        text: `${"\u2003".repeat(ancestry.length)}${name}`,
      })),
    },
    { name: "tag", label: "Tag", all: "Any", options: tags.map((tag) => ({ value: tag, text: tag })) },
  ] as const;
  return choices
    .filter(({ options }) => options.length > 0)
    .map(({ name, label, all, options }) => (
      <Field key={name} label={label}>
        {(control) => (
          <select
            {...control}
            value={filter[name]}
            onChange={({ target }) => onFilter({ [name]: target.value === "" ? null : target.value })}
          >
            <option value="">{all}</option>
            {options.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
    ));
}
