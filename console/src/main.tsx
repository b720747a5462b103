import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/components.css";
import "./styles/forms.css";
import { applyTheme, storedTheme } from "./theme.ts";

applyTheme(storedTheme());
const root = document.getElementById("root");
if (root === null) throw new Error("the document has no root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
