import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { SupportTemplate } from '#contract/support/templates.ts';
import type { Db } from '../platform/database/index.ts';

const MOST = 500;

/** GET /api/admin/support-templates: the prepared answers, at most 500. */
export async function templates(
  db: Db,
  language: Locale | undefined,
): Promise<CallReply<'supportTemplates'>> {
  const { rows } = await sql<SupportTemplate>`
    select id, language, title, body as text, active from support_templates
    where ${language ?? null}::text is null or language = ${language ?? null}
    order by title, id limit ${MOST}`.execute(db);
  return { templates: rows };
}
