import type { FastifyInstance } from 'fastify';

const YEAR_SECONDS = 31_536_000;

/**
 * The answer to the 18+ question from a page without scripts: stores it as the page's own script does, and
 * returns to the page.
 */
export async function registerSiteEntry(fastify: FastifyInstance) {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.post('/site-entry', (request, reply) =>
      reply
        .header(
          'set-cookie',
          `site_entry=${new Date().toISOString()}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`,
        )
        .redirect(ownPath(request.headers.referer, request.host), 303),
    );
  });
}

/** Path of a page of this host, without leading slashes that would name another host. */
function ownPath(referer: string | undefined, host: string): string {
  if (!referer || !URL.canParse(referer)) return '/';
  const url = new URL(referer);
  return url.host === host ? url.pathname.replace(/^\/+/, '/') + url.search : '/';
}
