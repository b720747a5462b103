import { Page } from "../../components/page.tsx";

export function SetUpPage() {
  return <Page title="SetUpPage">{null}</Page>;
}
