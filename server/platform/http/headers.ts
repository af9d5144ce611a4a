import type { FastifyInstance } from 'fastify';

/** A response that is not a page must not run anything, even if opened in a tab. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** The API's documentation loads its own scripts and styles. */
const DOCS_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const COMMON = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};
export const DATA_HEADERS = { ...COMMON, 'content-security-policy': DATA_POLICY };

/**
 * Security headers of all responses: API, documentation and files. Pages replace the policy with a stricter
 * one.
 */
export function secureAnswers(http: FastifyInstance, { https }: { https: boolean }): void {
  const transport = https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {};
  const data = { ...DATA_HEADERS, ...transport };
  const docs = { ...COMMON, 'content-security-policy': DOCS_POLICY, ...transport };
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/docs') ? docs : data);
    done();
  });
}
