import type { FastifyInstance } from 'fastify';
import { calls, type Call } from '#contract/calls.ts';
import { refuse } from './refusal.ts';

const RETIRED_END = '.php';

const officePaths = new Set(
  (Object.values(calls) as Call[]).map(({ path }) => path).filter((path) => path.startsWith('/api/admin/')),
);

/**
 * Redirects the office's retired paths, which ended in `.php`, to the current ones. Status 308 preserves the
 * method and the body. Programs with access tokens have one release to adapt (CHANGELOG.md); then this file
 * can be deleted.
 */
export function redirectRetiredPaths(http: FastifyInstance): void {
  http.all(
    '/api/admin/*',
    {
      // Redirects before the request's body is read, so that an upload is not sent twice.
      onRequest: async ({ url }, reply) => {
        const [path = ''] = url.split('?', 1);
        const current = path.slice(0, -RETIRED_END.length);
        if (path.endsWith(RETIRED_END) && officePaths.has(current))
          return reply.redirect(current + url.slice(path.length), 308);
      },
    },
    () => {
      throw refuse('not_found');
    },
  );
}
