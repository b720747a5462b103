import { Page } from "../../components/page.tsx";

export function SpacePage() {
  return <Page title="SpacePage">{null}</Page>;
}
