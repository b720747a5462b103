import { type KeyboardEvent, type ReactNode, useId, useState } from "react";

export interface Tab {
  readonly key: string;
  readonly title: string;
  readonly content: ReactNode;
}

/** Tabs with panels. The arrow keys move between the tabs. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const next = (chosen + step + tabs.length) % tabs.length;
    setChosen(next);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  const current = tabs[chosen];
  return (
    <div className="tab-panels">
      <div className="tab-list" role="tablist" aria-label={label} onKeyDown={move} tabIndex={-1}>
        {tabs.map(({ key, title }, index) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={index === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
          >
            {title}
          </button>
        ))}
      </div>
      {current !== undefined && (
        <div
          className="tab-panel"
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${current.key}`}
        >
          {current.content}
        </div>
      )}
    </div>
  );
}
