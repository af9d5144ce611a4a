import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { ownerOf } from '../identity/index.ts';
import { takeReturn } from './mail-returns.ts';
import { readProviderReports } from './provider-reports.ts';

/** Where a mail provider posts bounces and complaints, with any user name and MAIL_WEBHOOK_SECRET as the password. */
export const MAIL_REPORT_PATH = '/api/mail-report.php';

/** Takes the reports of a mail provider; 404 without the right password, as if the address did not exist. */
export function mailReportRoutes(http: FastifyInstance, app: App): void {
  http.post(MAIL_REPORT_PATH, async (request) => {
    if (!isProvider(request.headers.authorization, app.config.mail.webhookSecret)) throw refuse('not_found');
    for (const { email, ...report } of readProviderReports(request.body)) {
      const member = await ownerOf(app.db, email.trim().toLowerCase());
      if (member) await takeReturn(app, { member: member.id, ...report });
    }
    return { ok: true };
  });
}

function isProvider(authorization: string | undefined, secret: string | null): boolean {
  if (secret === null || !authorization?.startsWith('Basic ')) return false;
  const given = Buffer.from(
    Buffer.from(authorization.slice(6), 'base64')
      .toString()
      .replace(/^[^:]*:/, ''),
  );
  const expected = Buffer.from(secret);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
