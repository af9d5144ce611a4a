/** What `deferred-boot.ts` starts the app from. */
export interface DeferredStart {
  /** The router's own hand-off, JSON. */
  context: string;
  /** The router's encoded state. */
  state: string;
  manifest: string;
  /** Development only: what React's fast refresh needs before any screen's module. */
  refresh?: string;
  entry: string;
  /** Route id -> the addresses of its modules. */
  routes: [id: string, modules: string[]][];
}
