import { Page } from "../../components/page.tsx";

export function WeekPage() {
  return <Page title="WeekPage">{null}</Page>;
}
