import type { FastifyInstance } from 'fastify';
import type { App } from '../platform/app.ts';
import { answerError } from '../platform/http/answers.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from './site.ts';

/** RFC 9116 recommends less than a year. The file is made for each request, so it never expires in use. */
const VALID_DAYS = 180;

/** `/.well-known/security.txt`: where to report vulnerabilities of the requested host's site (RFC 9116). */
export function registerSecurityTxt(http: FastifyInstance, app: App): void {
  http.get('/.well-known/security.txt', { errorHandler: answerError }, async (request, reply) => {
    const { security_contact: contact, languages } = await settingsOf(app, request.hostname);
    if (contact === null) throw refuse('not_found');
    const expires = new Date(Date.now() + VALID_DAYS * 86_400_000);
    expires.setUTCHours(0, 0, 0, 0);
    const lines = [
      `Contact: mailto:${contact}`,
      `Expires: ${expires.toISOString()}`,
      `Preferred-Languages: ${[...new Set([...languages, 'en'])].join(', ')}`,
      `Canonical: https://${request.host}/.well-known/security.txt`,
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${lines.join('\n')}\n`);
  });
}
