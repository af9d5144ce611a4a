import type { SeriesMail } from '#contract/notifications/mail-series.ts';
import { translatorOf } from '#mail/own-words.ts';
import type { App } from '../../platform/app.ts';
import { mailSiteOf } from '../../site-settings/index.ts';
import { ownWordsOf } from '../../texts/index.ts';
import type { Addressee } from '../audience.ts';

/** Subject and preview of a mail as a push, in the operators' words. Others can read a lock screen, so it names nobody. */
export async function seriesPush(
  app: Pick<App, 'config' | 'db' | 'parts'>,
  { host, language }: Addressee,
  mail: SeriesMail,
): Promise<{ title: string; body: string }> {
  const [words, site] = await Promise.all([
    ownWordsOf(app, { template: mail, host, language }),
    mailSiteOf(app, host),
  ]);
  const t = translatorOf(mail, language, words);
  const section = mail.replaceAll('-', '_');
  const values = { name: '', site: site.name, day: '' };
  return { title: t(`${section}.subject`, values), body: t(`${section}.preview`, values) };
}
