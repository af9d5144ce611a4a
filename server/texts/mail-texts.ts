import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import { isAboutSecurity, type TemplateName, templates, typeOf } from '#mail/index.ts';
import { wordsOf } from '#mail/own-words.ts';
import type { App } from '../platform/app.ts';
import type { Db } from '../platform/database/index.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { assertSite, isTextSite } from './sites.ts';
import { newestVersions } from './versions.ts';

const names = Object.keys(templates) as TemplateName[];

/** Throws `not_found` if no mail has this name. */
export function templateOf(name: string): TemplateName {
  const found = names.find((one) => one === name);
  if (!found) throw refuse('not_found');
  return found;
}

type Operator = Pick<MemberSession, 'roles'>;

/** Mails about security belong to owners. All others belong to every operator who may write mails. */
export const mayWrite = ({ roles }: Operator, template: TemplateName): boolean =>
  roles.includes('owner') || !isAboutSecurity(template);

export async function mails(db: Db, sites: Sites): Promise<CallReply<'adminMails'>> {
  const { rows } = await sql<{ template: string; host: string; language: Locale }>`
    select template, host, language from mail_texts order by host, language`.execute(db);
  return {
    mails: names.map((template) => ({
      template,
      type: typeOf(template),
      own: rows
        .filter((row) => row.template === template && isTextSite(sites, row.host))
        .map(({ host, language }) => ({ host, language })),
    })),
  };
}

export async function mailFields(
  app: Pick<App, 'db' | 'parts'>,
  operator: Operator,
  { template: name, host, language }: { template: string; host: string; language: Locale },
): Promise<CallReply<'adminMail'>> {
  const template = templateOf(name);
  await assertSite(app, host);
  const [{ rows }, newest] = await Promise.all([
    sql<{ texts: Record<string, string> }>`
      select texts from mail_texts where host = ${host} and template = ${template} and language = ${language}`.execute(
      app.db,
    ),
    newestVersions(app.db, { kind: 'mail', names: [template], host, language }),
  ]);
  const own = rows[0]?.texts ?? {};
  return {
    fields: Object.entries(wordsOf(template, language)).map(([key, standard]) => ({
      key,
      standard,
      own: own[key] ?? null,
    })),
    may_write: mayWrite(operator, template),
    seen: newest.get(template) ?? null,
  };
}
