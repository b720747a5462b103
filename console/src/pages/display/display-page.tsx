import { Page } from "../../components/page.tsx";

export function DisplayPage() {
  return <Page title="DisplayPage">{null}</Page>;
}
