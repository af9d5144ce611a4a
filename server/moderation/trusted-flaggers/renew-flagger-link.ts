import { sql } from 'kysely';
import { defaultLocale, isLocale } from '#contract/lists/locales.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Operator } from '../operator.ts';
import { mailFlaggerLink } from './flagger-link.ts';

/**
 * PUT /api/admin/trusted-flaggers: mails a new link, and the old one stops working. Throws `not_found` for an unknown
 * flagger and for one whose status has ended.
 */
export async function renewFlaggerLink(
  app: Pick<App, 'config' | 'db' | 'mailer'>,
  operator: Operator,
  id: string,
  host: string,
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ version: number; email: string; language: string }>`
      update trusted_flaggers set link_version = link_version + 1 where id = ${id} and ended_at is null
      returning link_version as version, email, language`.execute(tx);
    if (!rows[0]) throw refuse('not_found');
    const { version, email, language } = rows[0];
    const locale = isLocale(language) ? language : defaultLocale;
    await mailFlaggerLink(app, tx, { id, version, email, locale, host });
    await operator.audit(tx, { object: id });
  });
}
