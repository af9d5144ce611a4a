import type { FastifyInstance } from 'fastify';
import { calls, type Call } from '#contract/calls.ts';

const officePaths = new Set(
  (Object.values(calls) as Call[]).map(({ path }) => path).filter((path) => path.startsWith('/api/admin/')),
);

/**
 * Redirects the office's retired paths, which ended in `.php`, to the current ones. Status 308 preserves the
 * method and the body. Programs with access tokens have one release to adapt (CHANGELOG.md); then this file
 * can be deleted.
 */
export function redirectRetiredPaths(http: FastifyInstance): void {
  for (const path of officePaths)
    http.all(
      `${path}.php`,
      {
        // Redirects before the request's body is read, so that an upload is not sent twice.
        onRequest: async (request, reply) => reply.redirect(path + queryOf(request.url), 308),
      },
      () => undefined,
    );
}

const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '');
