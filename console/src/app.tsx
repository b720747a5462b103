import { QueryClientProvider } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { createBrowserRouter, createRoutesFromElements, Route, RouterProvider } from "react-router";
import { ToastProvider } from "./components/toast.tsx";
import { useConnection } from "./connection/connection-provider.tsx";
import { retryFailed } from "./connection/retry-failed.ts";
import { LiveProvider } from "./live/live-provider.tsx";
import { CountsOnly } from "./pages/counts-only.tsx";
import { NotFound } from "./pages/not-found.tsx";
import { NowPage } from "./pages/now/now-page.tsx";
import { OfferedToken } from "./pages/offered-token.tsx";
import { SignIn } from "./pages/sign-in.tsx";
import { makeQueryClient } from "./queries/query-client.ts";
import { forgetSecret, SessionProvider, type SignedIn, storeSecret, takeHandedSecret } from "./session.tsx";
import { Shell } from "./shell.tsx";
import { lazyPage } from "./trouble/page-loading.ts";
import { FrameError, RouteError } from "./trouble/route-error.tsx";

const SpacePage = lazyPage(() => import("./pages/space/space-page.tsx"), "SpacePage");
const DisplayPage = lazyPage(() => import("./pages/display/display-page.tsx"), "DisplayPage");
const WeekPage = lazyPage(() => import("./pages/week/week-page.tsx"), "WeekPage");
const RankingPage = lazyPage(() => import("./pages/ranking/ranking-page.tsx"), "RankingPage");
const SetUpPage = lazyPage(() => import("./pages/set-up/set-up-page.tsx"), "SetUpPage");
const SqlPage = lazyPage(() => import("./pages/sql/sql-page.tsx"), "SqlPage");

const ROUTES = createRoutesFromElements(
  <Route errorElement={<FrameError />}>
    <Route path="/display/:spaceId" element={<DisplayPage />} />
    <Route element={<Shell />}>
      <Route element={<CountsOnly />} errorElement={<RouteError />}>
        <Route index element={<NowPage />} />
        <Route path="/spaces/:spaceId" element={<SpacePage />} />
        <Route path="/week" element={<WeekPage />} />
        <Route path="/ranking" element={<RankingPage />} />
        <Route path="/set-up/*" element={<SetUpPage />} />
      </Route>
      <Route errorElement={<RouteError />}>
        <Route path="/sql" element={<SqlPage />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Route>
  </Route>,
);

type Router = ReturnType<typeof createBrowserRouter>;

/** @param props.handed a token that the address held */
export function App({ handed }: { readonly handed: string | null }) {
  const connection = useConnection();
  const [signedIn, setSignedIn] = useState<SignedIn | null>(null);
  /** A token that an address has brought while another one is signed in. */
  const [offered, setOffered] = useState<string | null>(handed);
  const router = useRef<Router>(null);
  const [queryClient, setQueryClient] = useState(makeQueryClient);
  useEffect(() => retryFailed(queryClient, connection), [queryClient, connection]);

  const use = useCallback((next: SignedIn | null) => {
    setSignedIn(next);
    // What one token was shown is not kept for the next.
    setQueryClient(makeQueryClient());
  }, []);
  const signOut = useCallback(() => {
    forgetSecret();
    setOffered(null);
    use(null);
  }, [use]);

  const exchange = (next: SignedIn) => {
    storeSecret(next.secret, false);
    setOffered(null);
    use(next);
  };

  useEffect(() => {
    const take = () => {
      const brought = takeHandedSecret();
      if (brought !== null) setOffered(brought);
    };
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);

  if (signedIn === null) return <SignIn handed={offered} onSignedIn={setSignedIn} />;
  // Once, and not before a token that the address may hold has been taken out of it.
  router.current ??= createBrowserRouter(ROUTES);
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider key={signedIn.id} signedIn={signedIn} onSignOut={signOut}>
        <LiveProvider>
          <ToastProvider>
            {/* What is chosen and typed stands in the address: it is to be seen at once, not when there is time. */}
            <RouterProvider router={router.current} useTransitions={false} />
          </ToastProvider>
        </LiveProvider>
        {offered !== null && offered !== signedIn.secret && (
          <OfferedToken
            key={offered}
            signedIn={signedIn}
            offered={offered}
            onStay={() => setOffered(null)}
            onUse={exchange}
          />
        )}
      </SessionProvider>
    </QueryClientProvider>
  );
}
