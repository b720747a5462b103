import { QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, lazy, useCallback, useRef, useState } from "react";
import { createBrowserRouter, createRoutesFromElements, Route, RouterProvider } from "react-router";
import { ToastProvider } from "./components/toast.tsx";
import { LiveProvider } from "./live/live-provider.tsx";
import { NotFound } from "./pages/not-found.tsx";
import { NowPage } from "./pages/now/now-page.tsx";
import { SignIn } from "./pages/sign-in.tsx";
import { makeQueryClient } from "./queries/query-client.ts";
import { forgetSecret, SessionProvider, type SignedIn } from "./session.tsx";
import { Shell } from "./shell.tsx";

/** A page that is loaded when it is first shown. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }));
}

const SpacePage = page(() => import("./pages/space/space-page.tsx"), "SpacePage");
const DisplayPage = page(() => import("./pages/display/display-page.tsx"), "DisplayPage");
const WeekPage = page(() => import("./pages/week/week-page.tsx"), "WeekPage");
const RankingPage = page(() => import("./pages/ranking/ranking-page.tsx"), "RankingPage");
const SetUpPage = page(() => import("./pages/set-up/set-up-page.tsx"), "SetUpPage");
const SqlPage = page(() => import("./pages/sql/sql-page.tsx"), "SqlPage");

const ROUTES = createRoutesFromElements(
  <>
    <Route path="/display/:spaceId" element={<DisplayPage />} />
    <Route element={<Shell />}>
      <Route index element={<NowPage />} />
      <Route path="/spaces/:spaceId" element={<SpacePage />} />
      <Route path="/week" element={<WeekPage />} />
      <Route path="/ranking" element={<RankingPage />} />
      <Route path="/set-up/*" element={<SetUpPage />} />
      <Route path="/sql" element={<SqlPage />} />
      <Route path="*" element={<NotFound />} />
    </Route>
  </>,
);

type Router = ReturnType<typeof createBrowserRouter>;

export function App() {
  const [signedIn, setSignedIn] = useState<SignedIn | null>(null);
  const router = useRef<Router>(null);
  const [queryClient, setQueryClient] = useState(makeQueryClient);
  const signOut = useCallback(() => {
    forgetSecret();
    setSignedIn(null);
    // What one token was shown is not kept for the next.
    setQueryClient(makeQueryClient());
  }, []);
  if (signedIn === null) return <SignIn onSignedIn={setSignedIn} />;
  // Once, and not before a token that the address may hold has been taken out of it.
  router.current ??= createBrowserRouter(ROUTES);
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider signedIn={signedIn} onSignOut={signOut}>
        <LiveProvider>
          <ToastProvider>
            {/* What is chosen and typed stands in the address: it is to be seen at once, not when there is time. */}
            <RouterProvider router={router.current} useTransitions={false} />
          </ToastProvider>
        </LiveProvider>
      </SessionProvider>
    </QueryClientProvider>
  );
}
