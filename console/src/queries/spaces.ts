import { useQuery } from "@tanstack/react-query";
import type { components } from "../../../src/client/generated/v2.ts";
import { itemsOf } from "../../../src/client/index.ts";
import { compareNames } from "../format.ts";
import { useSession } from "../session.tsx";

export type Space = components["schemas"]["Space"];

export const SPACES_KEY = ["spaces"] as const;

/** When the server was asked for the spaces of an answer, in ms: their counts are of then. */
const askedAt = new WeakMap<readonly Space[], number>();

export function spacesAskedAt(spaces: readonly Space[]): number {
  return askedAt.get(spaces) ?? Number.NEGATIVE_INFINITY;
}

/** Every space, parents before what is inside them, siblings by name. */
export function useSpaces({ enabled = true } = {}) {
  const { client } = useSession();
  return useQuery({
    queryKey: SPACES_KEY,
    queryFn: async () => {
      const now = Date.now();
      const spaces: Space[] = [];
      for await (const space of itemsOf((query) => client.v2.GET("/v2/spaces/", { params: { query } })))
        spaces.push(space);
      const ordered = inTreeOrder(spaces);
      askedAt.set(ordered, now);
      return ordered;
    },
    enabled,
    // Answers are told apart, whether they differ or not.
    structuralSharing: false,
  });
}

/** Spaces as a tree is read: each followed by what is inside it. */
function inTreeOrder(spaces: readonly Space[]): readonly Space[] {
  const childrenOf = Map.groupBy(spaces, (space) => space.parent_id);
  const known = new Set(spaces.map((space) => space.id));
  const roots = spaces.filter(({ parent_id: parent }) => parent === null || !known.has(parent));
  const ordered: Space[] = [];
  const visit = (siblings: readonly Space[]): void => {
    for (const space of [...siblings].sort(byName)) {
      ordered.push(space);
      visit(childrenOf.get(space.id) ?? []);
    }
  };
  visit(roots);
  return ordered;
}

function byName(a: Space, b: Space): number {
  return compareNames(a.name, b.name);
}

/** The names of what a space is inside, the outermost first: `Harbour Campus › Lighthouse`. */
export function pathOf(space: Pick<Space, "ancestry">): string {
  return space.ancestry
    .map(({ name }) => name)
    .reverse()
    .join(" › ");
}
