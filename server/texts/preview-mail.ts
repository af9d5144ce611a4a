import { sql } from 'kysely';
import type { CallBody, CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { AnnouncementWords } from '#contract/calls/text-desk-calls.ts';
import { examples } from '#mail/examples.ts';
import { typeOf, type TemplateName } from '#mail/index.ts';
import { renderMail } from '#mail/render.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { mailSiteOf } from '../site-settings/index.ts';
import { checkedWords, ownWordsOf, templateOf } from './mail-texts.ts';
import { assertSite } from './sites.ts';

/** What a mail about nobody real is made of: an announcement's own words where it has any. */
function exampleOf(template: TemplateName, announced: AnnouncementWords | undefined): object {
  const [example] = examples[template] as object[];
  if (!announced || (template !== 'news' && template !== 'promotion')) return example!;
  return { ...example, ...announced, action: announced.action ?? null };
}

const hostOf = (host: string) => (host === '*' ? null : host);

/**
 * POST /api/admin/mail-preview.php: a mail as it would arrive, about nobody real, with the words that are being written.
 * Refuses `not_found`, `invalid_fields`.
 */
export async function previewMail(app: App, body: CallBody<'adminMailPreview'>): Promise<CallReply<'adminMailPreview'>> {
  const { host, language, texts } = body;
  const template = templateOf(body.template);
  await assertSite(app, host);
  const [site, saved] = await Promise.all([mailSiteOf(app, hostOf(host)), ownWordsOf(app, { template, host: texts ? null : host, language })]);
  const words = { ...saved, ...(texts && checkedWords(template, language, texts)) };
  const unsubscribeUrl = typeOf(template) ? `${site.origin}/notifications` : null;
  return renderMail(template, exampleOf(template, body.announcement) as never, { locale: language, site, publicUrl: site.origin, unsubscribeUrl, words });
}

/**
 * POST /api/admin/mail-test.php: sends the same to the operator's own address, with the words that are saved. Its links lead
 * to nobody's account. Refuses `not_found`, `invalid_fields`, and `no_address` to an owner who was given none.
 */
export async function testMail(app: App, operator: number, body: CallBody<'adminMailTest'>): Promise<{ email: string }> {
  const template = templateOf(body.template);
  await assertSite(app, body.host);
  const { email, name } = await addressOf(app, operator);
  const to = { email, name, locale: body.language as Locale, host: hostOf(body.host) };
  await app.mailer.send(app.db, template, to, exampleOf(template, body.announcement) as never);
  return { email };
}

async function addressOf(app: Pick<App, 'db'>, operator: number): Promise<{ email: string; name: string }> {
  const { rows } = await sql<{ email: string; name: string }>`
    select m.email, p.name from members m join profiles p on p.id = m.id where m.id = ${operator} and m.email_key is not null`.execute(app.db);
  return rows[0] ?? Promise.reject(refuse('no_address'));
}
