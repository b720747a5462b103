import { Link, Navigate, Route, Routes, useLocation } from "react-router";
import { NotFound, Page } from "../../components/page.tsx";
import { useMay } from "../../session.tsx";
import { AuditLogTab } from "./audit-log-tab.tsx";
import { ConnectPage } from "./connect-page.tsx";
import { DoorwayPage, DoorwaysTab } from "./doorways.tsx";
import { ImportsTab } from "./imports.tsx";
import { useScrollTo } from "./parts.tsx";
import { SensorPage } from "./sensor-page.tsx";
import { SensorsTab } from "./sensors.tsx";
import { ServersTab } from "./servers.tsx";
import { SpacesTab } from "./spaces-tab.tsx";
import { TimeSegmentsTab } from "./time-segments.tsx";
import { TokensTab } from "./tokens.tsx";
import { WebhookPage, WebhooksTab } from "./webhooks.tsx";
import "./set-up.css";

const TABS = [
  { path: "spaces", name: "Spaces" },
  { path: "doorways", name: "Doorways" },
  { path: "time-segments", name: "Time segments" },
  { path: "sensors", name: "Sensors" },
  { path: "imports", name: "Imports" },
  { path: "webhooks", name: "Webhooks" },
  { path: "tokens", name: "Tokens", needsAdmin: true },
  { path: "audit-log", name: "Audit log", needsAdmin: true },
  { path: "servers", name: "Servers", needsAdmin: true },
] as const;

/** The set-up: spaces, doorways, sensors, time segments, imports, webhooks, tokens, the audit log and the servers. */
export function SetUpPage() {
  const isAdmin = useMay("admin");
  const [, , part] = useLocation().pathname.split("/");
  const tab = part === "connect" ? "sensors" : part;
  const tabs = useScrollTo(`/set-up/${tab}`, "center");
  return (
    <Page title="Set-up">
      <nav ref={tabs} className="tabs set-up-tabs" aria-label="Set-up">
        {TABS.filter((tab) => isAdmin || !("needsAdmin" in tab)).map(({ path, name }) => (
          <Link key={path} to={`/set-up/${path}`} aria-current={path === tab ? "page" : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <Routes>
        <Route index element={<Navigate to="spaces" replace />} />
        <Route path="spaces/:spaceId?" element={<SpacesTab />} />
        <Route path="doorways" element={<DoorwaysTab />} />
        <Route path="doorways/:id" element={<DoorwayPage />} />
        <Route path="time-segments" element={<TimeSegmentsTab />} />
        <Route path="sensors" element={<SensorsTab />} />
        <Route path="sensors/:id" element={<SensorPage />} />
        <Route path="connect" element={<ConnectPage />} />
        <Route path="imports" element={<ImportsTab />} />
        <Route path="webhooks" element={<WebhooksTab />} />
        <Route path="webhooks/:id" element={<WebhookPage />} />
        <Route path="tokens" element={<TokensTab />} />
        <Route path="audit-log" element={<AuditLogTab />} />
        <Route path="servers" element={<ServersTab />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Page>
  );
}
