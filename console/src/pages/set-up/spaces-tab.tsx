import { useState } from "react";
import { Link, NavLink, useParams } from "react-router";
import { useFirstItems } from "../../components/first-items.tsx";
import { Empty, QueryState } from "../../components/states.tsx";
import { formatCount, readable } from "../../format.ts";
import { findSpaces, pathOf, type Space, type TreeNode, treeOf, useSpaces } from "../../queries/spaces.ts";
import { ListTools } from "./lists.tsx";
import { NoSpaces } from "./no-spaces.tsx";
import { ScopedButton, useScrollTo } from "./parts.tsx";
import { newSpace } from "./space-form.tsx";
import { SpaceSetUp } from "./space-set-up.tsx";

/** All spaces as a tree, and beside it the space that the URL names. */
export function SpacesTab() {
  const { spaceId } = useParams();
  const spaces = useSpaces();
  if (spaces.data === undefined) return <QueryState query={spaces} />;
  const space = spaces.data.find(({ id }) => id === spaceId);
  return (
    <div className={spaceId === undefined ? "set-up-split" : "set-up-split set-up-split-chosen"}>
      <SpaceList spaces={spaces.data} chosen={space ?? null} />
      <div className="stack set-up-detail">
        {space !== undefined && <SpaceSetUp key={space.id} space={space} spaces={spaces.data} />}
        {spaceId === undefined && spaces.data.length > 0 && (
          <Empty title="No space selected">
            <p>Select a space to view its settings, doorways and resets.</p>
          </Empty>
        )}
        {space === undefined && spaceId !== undefined && (
          <Empty title={`Space ${spaceId} not found`}>
            <Link to="/set-up/spaces">All spaces</Link>
          </Empty>
        )}
      </div>
    </div>
  );
}

function SpaceList({ spaces, chosen }: { readonly spaces: readonly Space[]; readonly chosen: Space | null }) {
  const [search, setSearch] = useState("");
  const list = useScrollTo(`/set-up/spaces/${chosen?.id}`);
  return (
    <nav ref={list} className="stack gap-3 set-up-list" aria-label="Spaces">
      <ListTools label="Search spaces" search={search} onSearch={setSearch}>
        <ScopedButton scope="write" look="primary" dialog={newSpace(null, spaces)}>
          New space
        </ScopedButton>
      </ListTools>
      {spaces.length === 0 && <NoSpaces />}
      {search.trim() === "" ? (
        <Tree spaces={spaces} chosen={chosen} />
      ) : (
        <Found spaces={findSpaces(spaces, search)} />
      )}
    </nav>
  );
}

/** The tree is expanded up to this number of spaces. */
const OPEN_MAX = 150;

function Tree({ spaces, chosen }: { readonly spaces: readonly Space[]; readonly chosen: Space | null }) {
  const roots = treeOf(spaces);
  const [shown, more] = useFirstItems(roots);
  const above = new Set(chosen?.ancestry.map(({ id }) => id));
  const isOpen = (space: Space) => spaces.length <= OPEN_MAX || above.has(space.id);
  return (
    <>
      <Branches nodes={shown} isOpen={isOpen} />
      {more}
    </>
  );
}

interface BranchesProps {
  readonly nodes: readonly TreeNode[];
  /** Whether a branch is expanded unless the user has toggled it. */
  readonly isOpen: (space: Space) => boolean;
}

function Branches({ nodes, isOpen }: BranchesProps) {
  return (
    <ul className="set-up-tree">
      {nodes.map((node) => (
        <Branch key={node.space.id} node={node} isOpen={isOpen} />
      ))}
    </ul>
  );
}

function Branch({ node, isOpen }: { readonly node: TreeNode; readonly isOpen: BranchesProps["isOpen"] }) {
  const { space, children } = node;
  const [isToggled, setIsToggled] = useState<boolean | null>(null);
  const isExpanded = isToggled ?? isOpen(space);
  return (
    <li>
      <div className="set-up-tree-row">
        {children.length > 0 ? (
          <button
            type="button"
            className="plain-button hoverable soft set-up-tree-toggle"
            aria-expanded={isExpanded}
            aria-label={`Spaces inside ${space.name}`}
            onClick={() => setIsToggled(!isExpanded)}
          />
        ) : (
          <span className="set-up-tree-toggle" />
        )}
        <SpaceLink space={space} />
      </div>
      {isExpanded && children.length > 0 && <Branches nodes={children} isOpen={isOpen} />}
    </li>
  );
}

function SpaceLink({ space, about }: { readonly space: Space; readonly about?: string }) {
  return (
    <NavLink className="hoverable break set-up-tree-link" to={`/set-up/spaces/${space.id}`}>
      <span>
        {space.name}
        {about !== undefined && about !== "" && <span className="smaller soft block break">{about}</span>}
      </span>
      <span className="smaller soft unbold">{readable(space.space_type)}</span>
    </NavLink>
  );
}

function Found({ spaces }: { readonly spaces: readonly Space[] }) {
  const [shown, more] = useFirstItems(spaces);
  return (
    <>
      <p className="small soft" role="status">
        {spaces.length === 1 ? "1 space found" : `${formatCount(spaces.length)} spaces found`}
      </p>
      <ul className="set-up-tree">
        {shown.map((space) => (
          <li key={space.id}>
            <SpaceLink space={space} about={pathOf(space)} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
