export interface DeferredStart {
  context: string;
  state: string;
  manifest: string;
  /** The React Refresh preamble, only in development. It must be imported before any route module. */
  refresh?: string;
  entry: string;
  routes: [id: string, modules: string[]][];
}
