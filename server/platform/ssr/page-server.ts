import type { ServerBuild } from 'react-router';

export interface PageServer {
  respond(build: ServerBuild, request: Request, page: unknown): Promise<Response>;
  translations(locale: string, namespace: string, words?: Record<string, string>): unknown;
}

const isPageServer = (module: object): module is PageServer =>
  'respond' in module && 'translations' in module;

export function pageServerOf({ entry }: ServerBuild): PageServer {
  const module: object = entry.module;
  if (!isPageServer(module)) throw new Error('The build has no page server: build it again.');
  return module;
}
