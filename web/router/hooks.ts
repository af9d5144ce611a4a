import { createContext, use, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Params } from 'react-router';
import type { LeaveGuard, Navigation, NavigateOptions } from './navigation.ts';
import type { Place } from './place.ts';
import type { OpenMatch } from './routes.ts';

interface RouterState {
  navigation: Navigation;
  /** The place shown, without the locale's prefix. */
  location: Place;
  /** Name of the route of the screen. */
  route: string;
}

export const RouterContext = createContext<RouterState | null>(null);
export const MatchContext = createContext<OpenMatch | null>(null);

function useRouter(): RouterState {
  const router = use(RouterContext);
  if (!router) throw new Error('There is no router around this component');
  return router;
}

export const useNavigation = () => useRouter().navigation;

/** The path of the screen, without the locale's prefix. */
export const useLocation = () => useRouter().location;

/** Name of the route of the screen, also while its error page is shown. */
export const useRouteName = () => useRouter().route;

/** The place whose screen is being loaded; null if none is. */
export function useNextLocation(): Place | null {
  const navigation = useNavigation();
  // Not part of the context, because a tap would then render every link before the next frame.
  return useSyncExternalStore(
    navigation.listen,
    () => navigation.shown.next,
    () => null,
  );
}

/** Navigates; the same function in every render. */
export const useNavigate = () => useNavigation().navigate;

/** Values of the path's parameters, those of the layouts included. */
export const useParams = (): Params => use(MatchContext)?.params ?? {};

type Query = URLSearchParams | Record<string, string>;
type NextQuery = Query | ((query: URLSearchParams) => Query);

/** The query of the path, and a function that navigates to the same path with another one. */
export function useSearchParams() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const setQuery = useCallback(
    (next: NextQuery, options?: NavigateOptions) =>
      void navigate(
        `?${new URLSearchParams(typeof next === 'function' ? next(new URLSearchParams(query)) : next)}`,
        options,
      ),
    [query, navigate],
  );
  return [query, setQuery] as const;
}

/** Asks before the page goes to a place for which `holds` returns true. Use at most one per screen. */
export function useLeaveGuard(guard: LeaveGuard) {
  const navigation = useNavigation();
  useEffect(() => {
    return navigation.guard(guard);
  });
}
