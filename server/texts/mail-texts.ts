import { sql } from 'kysely';
import type { CallBody, CallReply } from '#contract/calls.ts';
import type { FieldCode } from '#contract/errors.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { templates, typeOf, type TemplateName } from '#mail/index.ts';
import { wordsOf } from '#mail/own-words.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { siteOf } from '../site-settings/index.ts';
import { assertSite } from './sites.ts';
import { keepVersion, newestVersions, type TextPlace } from './versions.ts';

const names = Object.keys(templates) as TemplateName[];

/** The mail of a name. Refuses `not_found`. */
export function templateOf(name: string): TemplateName {
  const found = names.find((one) => one === name);
  if (!found) throw refuse('not_found');
  return found;
}

const placeOf = (template: TemplateName, host: string, language: Locale): TextPlace => ({ kind: 'mail', name: template, host, language });

/** GET /api/admin/mails.php: every mail, what it belongs to, and where it has words of an operator. */
export async function mails(db: Db): Promise<CallReply<'adminMails'>> {
  const { rows } = await sql<{ template: string; host: string; language: Locale }>`
    select template, host, language from mail_texts order by host, language`.execute(db);
  return {
    mails: names.map((template) => ({
      template,
      type: typeOf(template),
      own: rows.filter((row) => row.template === template).map(({ host, language }) => ({ host, language })),
    })),
  };
}

/** GET /api/admin/mail.php: the words of a mail that an operator may replace, and those that one has. Refuses `not_found`. */
export async function mailFields(
  app: Pick<App, 'db' | 'parts'>,
  { template: name, host, language }: { template: string; host: string; language: Locale },
): Promise<CallReply<'adminMail'>> {
  const template = templateOf(name);
  await assertSite(app, host);
  const [{ rows }, newest] = await Promise.all([
    sql<{ texts: Record<string, string> }>`
      select texts from mail_texts where host = ${host} and template = ${template} and language = ${language}`.execute(app.db),
    newestVersions(app.db, { kind: 'mail', names: [template], host, language }),
  ]);
  const own = rows[0]?.texts ?? {};
  return {
    fields: Object.entries(wordsOf(template, language)).map(([key, standard]) => ({ key, standard, own: own[key] ?? null })),
    seen: newest.get(template) ?? null,
  };
}

/** The operators' words for a mail: those for every site, and before them those of its own site. */
export async function ownWordsOf(
  app: Pick<App, 'db' | 'parts'>,
  { template, host, language }: { template: TemplateName; host: string | null; language: Locale },
): Promise<Record<string, string>> {
  const { host: own } = await siteOf(app, host ?? undefined);
  const { rows } = await sql<{ texts: Record<string, string> }>`
    select texts from mail_texts where template = ${template} and language = ${language} and host in (${own}, '*') order by host <> '*'`.execute(app.db);
  return Object.assign({}, ...rows.map(({ texts }) => texts)) as Record<string, string>;
}

/**
 * PUT /api/admin/mail.php: gives a mail words of one's own. What is empty, or as the standard has it, is the standard.
 *
 * Refuses `invalid_fields` by the words' keys: a key that this mail has not, or a placeholder that it is not given;
 * `not_found`; `conflict`.
 */
export async function writeMail(app: App, operator: number, body: CallBody<'adminWriteMail'>): Promise<CallReply<'adminWriteMail'>> {
  const { host, language, seen } = body;
  const template = templateOf(body.template);
  await assertSite(app, host);
  const texts = checkedWords(template, language, body.texts);
  const content = Object.keys(texts).length > 0 ? texts : null;
  return inTransaction(app.db, async (tx) => {
    const version = await keepVersion(tx, placeOf(template, host, language), content, { operator, seen });
    if (content)
      await sql`
        insert into mail_texts (host, template, language, texts) values (${host}, ${template}, ${language}, ${JSON.stringify(content)}::jsonb)
        on conflict (host, template, language) do update set texts = excluded.texts, updated_at = app_now()`.execute(tx);
    else await sql`delete from mail_texts where host = ${host} and template = ${template} and language = ${language}`.execute(tx);
    return { seen: version.seen };
  });
}

/** The words that differ from the standard ones. Refuses `invalid_fields`. */
export function checkedWords(template: TemplateName, language: Locale, given: Record<string, string>): Record<string, string> {
  const standard = wordsOf(template, language);
  const faults: Record<string, FieldCode> = {};
  const kept: Record<string, string> = {};
  for (const [key, value] of Object.entries(given)) {
    const words = value.trim();
    const usual = Object.hasOwn(standard, key) ? standard[key]! : null;
    if (usual === null) faults[key] = 'invalid';
    else if (words !== '' && words !== usual) {
      const known = placeholders(usual);
      // In a plural form of one the number may stand as a word.
      if (/_\w+$/.test(key)) known.add('count');
      if ([...placeholders(words)].some((name) => !known.has(name))) faults[key] = 'invalid';
      else kept[key] = words;
    }
  }
  if (Object.keys(faults).length > 0) throw refuseFields(faults);
  return kept;
}

/** `{name}` of i18next, with whatever stands inside: formats and nested texts are no words of an operator. */
const placeholders = (text: string): Set<string> => new Set([...text.matchAll(/\{([^}]*)\}|\$t\(/g)].map(([whole, name]) => name ?? whole));
