import { Icon } from "../../components/icon.tsx";
import type { SpaceView } from "./view.ts";
import { panned, zoomedIn, zoomedOut } from "./zoom.ts";

/** Zooms and moves without a pointer. @param props.now about now, in ms: there is nothing behind it */
export function ZoomButtons({ view, now }: { readonly view: SpaceView; readonly now: number }) {
  const { range, base, isZoomed, zoomTo } = view;
  const closer = zoomedIn(range);
  const isAtEnd = range.end >= Math.max(now, base.end);
  return (
    <fieldset className="space-zoom" aria-label="Zoom">
      {isZoomed && (
        <button type="button" className="button space-zoom-out" onClick={() => zoomTo(null)}>
          Zoom out
        </button>
      )}
      <IconButton label="Earlier" icon="M10 3 5 8l5 5" onClick={() => zoomTo(panned(range, -1))} />
      <IconButton
        label="Later"
        icon="m6 3 5 5-5 5"
        isDisabled={isAtEnd}
        onClick={() => zoomTo(panned(range, 1))}
      />
      <IconButton
        label="Wider"
        icon="M3 8h10"
        isDisabled={!isZoomed}
        onClick={() => zoomTo(zoomedOut(range, base))}
      />
      <IconButton
        label="Closer"
        icon="M3 8h10M8 3v10"
        isDisabled={closer === null}
        onClick={() => closer !== null && zoomTo(closer)}
      />
    </fieldset>
  );
}

function IconButton(props: {
  readonly label: string;
  /** A path on a ground of 16 by 16. */
  readonly icon: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}) {
  const { label, icon, isDisabled = false, onClick } = props;
  return (
    <button
      type="button"
      className="button space-icon-button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon path={icon} />
    </button>
  );
}
