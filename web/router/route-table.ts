import siteRoutes, { officeRoutes } from 'virtual:routes';
import { type Match, matchesOf, type Route } from './routes.ts';

let allRoutes: Route[] | undefined;

/** The layouts and the screen of a path. Browsers load this module for the first navigation, or before it when idle. */
export async function matchesAt(pathname: string): Promise<Match[]> {
  if (!/^\/admin(?:\/|$)/i.test(pathname)) return matchesOf(siteRoutes, pathname);
  allRoutes ??= [...siteRoutes, ...(await officeRoutes())];
  return matchesOf(allRoutes, pathname);
}
