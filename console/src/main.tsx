import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { ConnectionProvider } from "./connection/connection-provider.tsx";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/components.css";
import "./styles/forms.css";
import { takeHandedSecret } from "./session.tsx";
import { applyTheme, storedTheme } from "./theme.ts";
import { RootBoundary } from "./trouble/root-boundary.tsx";

applyTheme(storedTheme());
const handed = takeHandedSecret();
const root = document.getElementById("root");
if (root === null) throw new Error("the document has no root");
createRoot(root).render(
  <StrictMode>
    <ConnectionProvider>
      <RootBoundary>
        <App handed={handed} />
      </RootBoundary>
    </ConnectionProvider>
  </StrictMode>,
);
