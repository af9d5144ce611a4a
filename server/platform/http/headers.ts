import type { FastifyInstance } from 'fastify';

/** A reply that is no page runs nothing, wherever it is opened. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** The API's documentation brings its own script and styles. */
const DOCS_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const COMMON = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};
/** Of an answer that is no page, by any protocol. */
export const DATA_HEADERS = { ...COMMON, 'content-security-policy': DATA_POLICY };

/** Security headers of every answer: the API's, its documentation's and those of files. Pages tighten them to what they hold. */
export function secureAnswers(http: FastifyInstance, { https }: { https: boolean }): void {
  const transport = https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {};
  const data = { ...DATA_HEADERS, ...transport };
  const docs = { ...COMMON, 'content-security-policy': DOCS_POLICY, ...transport };
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/docs') ? docs : data);
    done();
  });
}
