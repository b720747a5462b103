import { Page } from "../../components/page.tsx";

export function RankingPage() {
  return <Page title="RankingPage">{null}</Page>;
}
