import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { placeholdersIn } from '#contract/placeholders.ts';
import { supportPlaceholders } from '#contract/rules/support-rules.ts';
import type { Db } from '../platform/database/index.ts';
import { refuseFields } from '../platform/http/refusal.ts';

/**
 * PUT /api/admin/support-templates: adds or changes a prepared answer. Throws `invalid_fields` without a title or
 * text, and for an unknown placeholder.
 */
export async function saveTemplate(
  db: Db,
  operator: number,
  { id, language, active, ...words }: CallBody<'saveSupportTemplate'>,
): Promise<void> {
  const [title, body] = [words.title.trim(), words.text.trim()];
  const known: readonly string[] = supportPlaceholders;
  const isUnknown = placeholdersIn(body).some((name) => !known.includes(name));
  const faults = {
    ...(title === '' && { title: 'required' as const }),
    ...(body === '' && { text: 'required' as const }),
    ...(isUnknown && { text: 'invalid' as const }),
  };
  if (Object.keys(faults).length > 0) throw refuseFields(faults);
  await sql`
    insert into support_templates (id, language, title, body, active, updated_by)
    values (${id}, ${language}, ${title}, ${body}, ${active}, ${operator})
    on conflict (id) do update set language = excluded.language, title = excluded.title, body = excluded.body,
      active = excluded.active, updated_by = excluded.updated_by, updated_at = app_now()`.execute(db);
}
