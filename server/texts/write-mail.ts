import { sql } from 'kysely';
import type { CallBody, CallReply } from '#contract/calls.ts';
import type { FieldCode } from '#contract/errors.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { TemplateName } from '#mail/index.ts';
import { wordsOf } from '#mail/own-words.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { mayWrite, templateOf } from './mail-texts.ts';
import { assertSite } from './sites.ts';
import { type TextPlace, keepVersion } from './versions.ts';

const placeOf = (template: TemplateName, host: string, language: Locale): TextPlace => ({
  kind: 'mail',
  name: template,
  host,
  language,
});

/**
 * PUT /api/admin/mail: stores an operator's texts for a mail. Empty and unchanged texts are dropped, so that
 * the standard applies. Throws `invalid_fields` for an unknown site, key or placeholder, `not_found` if no
 * mail has this name, `role_required` if only owners may change it, and `conflict` if the texts have changed since the operator loaded them.
 */
export async function writeMail(
  app: App,
  operator: Pick<MemberSession, 'memberId' | 'roles'>,
  body: CallBody<'adminWriteMail'>,
): Promise<CallReply<'adminWriteMail'>> {
  const { host, language, seen } = body;
  const template = templateOf(body.template);
  if (!mayWrite(operator, template)) throw refuse('role_required');
  await assertSite(app, host);
  const texts = checkedWords(template, language, body.texts);
  const content = Object.keys(texts).length > 0 ? texts : null;
  return inTransaction(app.db, async (tx) => {
    const version = await keepVersion(tx, placeOf(template, host, language), content, {
      operator: operator.memberId,
      seen,
    });
    if (content)
      await sql`
        insert into mail_texts (host, template, language, texts) values (${host}, ${template}, ${language}, ${JSON.stringify(content)}::jsonb)
        on conflict (host, template, language) do update set texts = excluded.texts, updated_at = app_now()`.execute(
        tx,
      );
    else
      await sql`delete from mail_texts where host = ${host} and template = ${template} and language = ${language}`.execute(
        tx,
      );
    return { seen: version.seen };
  });
}

/**
 * Returns the texts that differ from the standard ones. Throws `invalid_fields` for an unknown key or
 * placeholder.
 */
export function checkedWords(
  template: TemplateName,
  language: Locale,
  given: Record<string, string>,
): Record<string, string> {
  const standard = wordsOf(template, language);
  const faults: Record<string, FieldCode> = {};
  const kept: Record<string, string> = {};
  for (const [key, value] of Object.entries(given)) {
    const words = value.trim();
    const usual = Object.hasOwn(standard, key) ? (standard[key] ?? null) : null;
    if (usual === null) faults[key] = 'invalid';
    else if (words !== '' && words !== usual) {
      const known = placeholders(usual);
      // A plural form may spell the number out or use `{count}`.
      if (/_\w+$/.test(key)) known.add('count');
      if ([...placeholders(words)].some((name) => !known.has(name))) faults[key] = 'invalid';
      else kept[key] = words;
    }
  }
  if (Object.keys(faults).length > 0) throw refuseFields(faults);
  return kept;
}

/**
 * Extracts i18next placeholders such as `{name}`. It also matches formats and nesting, which operators may
 * not use.
 */
const placeholders = (text: string): Set<string> =>
  new Set([...text.matchAll(/\{([^}]*)\}|\$t\(/g)].map(([whole, name]) => name ?? whole));
