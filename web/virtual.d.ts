/**
 * The reduced table of calls that vite.config.ts generates: name and [method, path, selecting query
 * parameter].
 */
declare module 'virtual:calls' {
  const calls: Record<string, [method: string, path: string, when?: string]>;
  export default calls;
}

/** The same table for calls of the office. */
declare module 'virtual:operator-calls' {
  const calls: Record<string, [method: string, path: string, when?: string]>;
  export default calls;
}

declare module 'virtual:office-access' {
  const access: Record<
    import('#contract/calls.ts').OfficeCallName,
    [roles: readonly import('#contract/lists/roles.ts').Role[], needsAllSites: boolean]
  >;
  export default access;
}

/** A single Tabler icon (scripts/build/icon-modules.ts). */
declare module 'virtual:icon/*' {
  const icon: import('#web/ui/icon/icon.tsx').Icon;
  export default icon;
}

/** The routes of `web/routes.ts` with their modules (scripts/build/route-table.ts). */
declare module 'virtual:routes' {
  const routes: import('#web/router/routes.ts').Route[];
  export default routes;
  /** The routes of the office, which the browser loads when it shows one of them. The server has them among the others. */
  export const officeRoutes: () => Promise<import('#web/router/routes.ts').Route[]>;
}
