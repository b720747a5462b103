import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/components.css";
import "./styles/forms.css";
import "./styles/print.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { ConnectionProvider } from "./connection/connection-provider.tsx";
import { RootBoundary } from "./errors/failed-page.tsx";
import { applyTheme, storedTheme } from "./preferences.ts";
import { takeUrlSecret } from "./session.tsx";

applyTheme(storedTheme());
const urlSecret = takeUrlSecret();
const root = document.getElementById("root");
if (root === null) throw new Error("the document has no element #root");
createRoot(root).render(
  <StrictMode>
    <ConnectionProvider>
      <RootBoundary>
        <App urlSecret={urlSecret} />
      </RootBoundary>
    </ConnectionProvider>
  </StrictMode>,
);
