import { Page } from "../../components/page.tsx";

export function SqlPage() {
  return <Page title="SqlPage">{null}</Page>;
}
