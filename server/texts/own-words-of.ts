import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { TemplateName } from '#mail/index.ts';
import type { App } from '../platform/app.ts';
import { siteOf } from '../site-settings/index.ts';

export async function ownWordsOf(
  app: Pick<App, 'db' | 'parts'>,
  { template, host, language }: { template: TemplateName; host: string | null; language: Locale },
): Promise<Record<string, string>> {
  const { host: own } = await siteOf(app, host ?? undefined);
  const { rows } = await sql<{ texts: Record<string, string> }>`
    select texts from mail_texts where template = ${template} and language = ${language} and host in (${own}, '*') order by host <> '*'`.execute(
    app.db,
  );
  return Object.assign({}, ...rows.map(({ texts }) => texts)) as Record<string, string>;
}
