import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { ownsAddress } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { networkOf } from '../platform/http/request-line.ts';
import { takeReturn } from './mail-returns/take-return.ts';
import { readProviderReports } from './provider-reports.ts';

/**
 * The URL where a mail provider posts bounces and complaints, with any user name and MAIL_WEBHOOK_SECRET as
 * the password.
 */
export const MAIL_REPORT_PATH = '/api/mail-report.php';

/** Wrong passwords of a network within ten minutes. Beyond them, no password is compared. */
const GUESSES = { points: 20, seconds: 600 };

/**
 * Receives a mail provider's reports. Answers 404 without the right password, as if the URL did not exist.
 */
export function mailReportRoutes(http: FastifyInstance, app: App): void {
  http.post(MAIL_REPORT_PATH, async (request) => {
    const guesses = app.limits.limit('mail-report-guesses', GUESSES);
    const network = networkOf(request.ip);
    const seconds = await guesses.wait(network);
    if (seconds !== null) throw refuse('too_many_requests', {}, seconds);
    if (!isProvider(request.headers.authorization, app.config.mail.webhookSecret)) {
      await guesses.take(network);
      app.log.warn({ alert: 'mail' }, 'a mail report came without the right password');
      throw refuse('not_found');
    }
    for (const { email, ...report } of readProviderReports(request.body)) {
      // A provider names only the address, so its report applies to the address in every pool of sites.
      const { rows } = await sql<{
        id: number;
      }>`select m.id from members m where ${ownsAddress(email)}`.execute(app.db);
      for (const { id } of rows) await takeReturn(app, { member: id, ...report });
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
