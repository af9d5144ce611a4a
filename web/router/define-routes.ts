/** A line of `web/routes.ts` or `office/routes.ts`: a screen, or a layout with the screens that it surrounds. */
export interface RouteEntry {
  /** Name of the route, by which code recognises the screen. */
  id: string;
  path?: string;
  /** The screen of the layout's own path. */
  index?: true;
  /** The module, from the project's root. */
  file: string;
  children?: RouteEntry[];
}

/** Functions that describe the routes whose modules are in `folder`. */
export const routesIn = (folder: 'web' | 'office') => ({
  screen: (path: string, file: string, id: string): RouteEntry => ({
    id,
    file: `${folder}/${file}`,
    ...(path === '' ? { index: true } : { path }),
  }),
  layout: (file: string, id: string, children: RouteEntry[]): RouteEntry => ({
    id,
    file: file.startsWith('web/') ? file : `${folder}/${file}`,
    children,
  }),
});
