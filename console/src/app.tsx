import { QueryClientProvider } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { createBrowserRouter, createRoutesFromElements, Route, RouterProvider } from "react-router";
import { NotFound } from "./components/page.tsx";
import { ToastProvider } from "./components/toast.tsx";
import { retryFailed } from "./connection/connection.ts";
import { useConnection } from "./connection/connection-provider.tsx";
import { FrameError, RouteError } from "./errors/failed-page.tsx";
import { lazyPage } from "./errors/reload.ts";
import { LiveProvider } from "./live/live-provider.tsx";
import { NowPage } from "./pages/now/now-page.tsx";
import { SignIn, SwitchToken } from "./pages/sign-in.tsx";
import { makeQueryClient } from "./queries/query-client.ts";
import { deleteSecret, SessionProvider, type SignedIn, storeSecret, takeUrlSecret } from "./session.tsx";
import { RequireRead, Shell } from "./shell.tsx";

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
      <Route element={<RequireRead />} errorElement={<RouteError />}>
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

/** @param props.urlSecret the token in the URL */
export function App({ urlSecret }: { readonly urlSecret: string | null }) {
  const connection = useConnection();
  const [signedIn, setSignedIn] = useState<SignedIn | null>(null);
  /** A token in the URL, which may differ from the one that is signed in. */
  const [offered, setOffered] = useState<string | null>(urlSecret);
  const router = useRef<Router>(null);
  const [queryClient, setQueryClient] = useState(makeQueryClient);
  useEffect(() => retryFailed(queryClient, connection), [queryClient, connection]);

  const use = useCallback((next: SignedIn | null) => {
    setSignedIn(next);
    // Another token must not see cached data.
    setQueryClient(makeQueryClient());
  }, []);
  const signOut = useCallback(() => {
    deleteSecret();
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
      const secret = takeUrlSecret();
      if (secret !== null) setOffered(secret);
    };
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);

  if (signedIn === null) return <SignIn urlSecret={offered} onSignedIn={setSignedIn} />;
  // The router reads the URL, from which the token must have been removed before.
  router.current ??= createBrowserRouter(ROUTES);
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider key={signedIn.id} signedIn={signedIn} onSignOut={signOut}>
        <LiveProvider>
          <ToastProvider>
            {/* Inputs show URL parameters, so changes of the URL must render at once. */}
            <RouterProvider router={router.current} useTransitions={false} />
          </ToastProvider>
        </LiveProvider>
        {offered !== null && offered !== signedIn.secret && (
          <SwitchToken
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
