import type { ComponentType } from 'react';
import { matchRoutes, type Params } from 'react-router';
import type { DeferredHandle } from '#web/page/deferred-handle.ts';

/** What the file of a route exports. */
export interface ScreenModule {
  default: ComponentType;
  /** Loads the screen's data (`ScreenLoad`, web/session/screen-data.ts). */
  load?: (screen: never) => unknown;
  handle?: ScreenHandle;
  /** Headers of the page when the server renders it. */
  headers?: () => Record<string, string>;
  /** Shown in the layout's place if it, or a screen in it, fails. */
  ErrorBoundary?: ComponentType;
}

export interface ScreenHandle extends DeferredHandle {
  /** Namespaces of translations that the screen uses, besides `common`. */
  i18n?: readonly string[];
}

/** A route of `virtual:routes`, which scripts/build/route-table.ts generates from `web/routes.ts`. */
export interface Route {
  id: string;
  path?: string;
  index?: boolean;
  open: () => ScreenModule | Promise<ScreenModule>;
  /** Where the module is. Only the server's table names it, to find the module's scripts and style sheets. */
  file?: string;
  children?: Route[];
}

export interface Match {
  route: Route;
  params: Params;
  pathname: string;
  pathnameBase: string;
}

/** A matched route whose module is loaded. */
export interface OpenMatch extends Match {
  module: ScreenModule;
}

/** Maximum number of paths whose matches are cached, beyond which the cache is cleared, and their maximum length. */
const MOST_KNOWN = 500;
const LONGEST_KNOWN = 100;
const known = new WeakMap<Route[], Map<string, Match[]>>();

/** The layouts and the screen of a path. There is always one, because the last route matches every path. */
export function matchesOf(routes: Route[], pathname: string): Match[] {
  let ofRoutes = known.get(routes);
  if (!ofRoutes) known.set(routes, (ofRoutes = new Map()));
  let matches = ofRoutes.get(pathname);
  if (matches) return matches;
  matches = matchRoutes(candidatesFor(routes, pathname) as never, { pathname }) as unknown as
    | Match[]
    | undefined;
  if (!matches) throw new Error(`No route matches ${pathname}`);
  if (ofRoutes.size >= MOST_KNOWN) ofRoutes.clear();
  if (pathname.length <= LONGEST_KNOWN) ofRoutes.set(pathname, matches);
  return matches;
}

interface Index {
  /** Routes by the first part of their path, each with those that match any first part. */
  byFirst: Map<string, Route[]>;
  others: Route[];
}

const indexes = new WeakMap<Route[], Index>();

/** The routes that may match a path: `matchRoutes` ranks all that it is given, which takes 0.5 ms for all of them. */
function candidatesFor(routes: Route[], pathname: string): Route[] {
  const [, first = ''] = pathname.toLowerCase().split('/');
  if (first.includes('%')) return routes;
  let index = indexes.get(routes);
  if (!index) indexes.set(routes, (index = indexOf(routes)));
  return index.byFirst.get(first) ?? index.others;
}

const firstOf = ({ path = '' }: Route) => path.split('/', 1)[0] ?? '';
const isVariable = (first: string) => /^[:*]|\?$/.test(first);

function indexOf(routes: Route[]): Index {
  const firsts = new Set([...screensIn(routes)].map(firstOf).filter((first) => !isVariable(first)));
  return {
    byFirst: new Map([...firsts].map((first) => [first, only(routes, first)])),
    others: only(routes, null),
  };
}

function* screensIn(routes: Route[]): Generator<Route> {
  for (const route of routes) {
    if (route.children) yield* screensIn(route.children);
    else yield route;
  }
}

const only = (routes: Route[], first: string | null): Route[] =>
  routes.flatMap((route) => {
    if (!route.children) return firstOf(route) === first || isVariable(firstOf(route)) ? [route] : [];
    const children = only(route.children, first);
    return children.length > 0 ? [{ ...route, children }] : [];
  });
