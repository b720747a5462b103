import { useState, useSyncExternalStore } from "react";
import { Button, DialogButton, Icon } from "./components/button.tsx";
import { Dialog } from "./components/dialog.tsx";
import { SelectField } from "./components/form/fields.tsx";
import {
  CLOCKS,
  choosePreferences,
  conventions,
  FIRST_DAYS,
  firstDayOf,
  hasTwelveHours,
  onPreferences,
  type Preferences,
  preferences,
  storedTheme,
  storeTheme,
  THEMES,
  type Theme,
  weekdayName,
} from "./preferences.ts";

const SLIDERS_ICON = "M2 4.5h6m4 0h2M2 11.5h2m4 0h6M10 2.5v4M6 9.5v4";

/** Opens the settings: colours, clock and first day of the week. */
export function SettingsButton() {
  return (
    <DialogButton
      look="quiet"
      aria-label="Settings"
      title="Settings"
      dialog={(onClose) => <SettingsDialog onClose={onClose} />}
    >
      <Icon path={SLIDERS_ICON} />
    </DialogButton>
  );
}

/** A React key that changes with the settings, so that components render again. */
export function usePreferencesKey(): string {
  const { clock, firstDay } = useSyncExternalStore(onPreferences, preferences);
  return `${clock} ${firstDay}`;
}

const THEME_LABELS = { auto: "System", light: "Light", dark: "Dark" } as const;

/** Each change applies at once. */
function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const chosen = useSyncExternalStore(onPreferences, preferences);
  const { locale } = conventions();
  const choose = (changed: Partial<Preferences>) => choosePreferences({ ...chosen, ...changed });
  const clockLabels = {
    auto: `Default (${hasTwelveHours(locale) ? "12 hours" : "24 hours"})`,
    "24": "24 hours, such as 14:30",
    "12": "12 hours, such as 2:30 PM",
  };
  return (
    <Dialog title="Settings" onClose={onClose}>
      <div className="stack">
        <SelectField
          label="Colours"
          value={theme}
          choices={THEMES.map((value) => ({ value, name: THEME_LABELS[value] }))}
          onChange={(each) => {
            storeTheme(each);
            setTheme(each);
          }}
        />
        <SelectField
          label="Clock"
          value={chosen.clock}
          choices={CLOCKS.map((value) => ({ value, name: clockLabels[value] }))}
          onChange={(clock) => choose({ clock })}
        />
        <SelectField
          label="First day of the week"
          value={chosen.firstDay}
          choices={FIRST_DAYS.map((value) => ({
            value,
            name:
              value === "auto" ? `Default (${weekdayName(firstDayOf(locale))})` : weekdayName(Number(value)),
          }))}
          onChange={(firstDay) => choose({ firstDay })}
        />
        <p className="small soft">The settings are stored in this browser.</p>
        <div className="row form-actions">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
