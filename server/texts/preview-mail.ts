import { sql } from 'kysely';
import type { CallBody, CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { itemAt } from '#contract/must.ts';
import type { AnnouncementWords } from '#contract/texts.ts';
import { examples } from '#mail/examples.ts';
import { typeOf, type TemplateName, type TemplateProps } from '#mail/index.ts';
import { renderMail } from '#mail/render.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { mailSiteOf } from '../site-settings/index.ts';
import { templateOf } from './mail-texts.ts';
import { ownWordsOf } from './own-words-of.ts';
import { assertSite } from './sites.ts';
import { checkedWords } from './write-mail.ts';

/**
 * Example data for a mail, without real people. An announcement uses the texts that the operator is writing.
 */
function exampleOf(
  template: TemplateName,
  announced: AnnouncementWords | undefined,
): TemplateProps<TemplateName> {
  if (!announced || (template !== 'news' && template !== 'promotion'))
    return itemAt<TemplateProps<TemplateName>>(examples[template], 0);
  return { ...itemAt(examples[template], 0), ...announced, action: announced.action ?? null };
}

const hostOf = (host: string) => (host === '*' ? null : host);

/**
 * POST /api/admin/mail-preview: renders a mail with example data and the texts being edited. Throws
 * `not_found` if no mail has this name, and `invalid_fields` for an unknown site or an invalid text.
 */
export async function previewMail(
  app: App,
  body: CallBody<'adminMailPreview'>,
): Promise<CallReply<'adminMailPreview'>> {
  const { host, language, texts } = body;
  const template = templateOf(body.template);
  await assertSite(app, host);
  const [site, words] = await Promise.all([
    mailSiteOf(app, hostOf(host)),
    texts ? unsavedWords(app, { ...body, template, texts }) : ownWordsOf(app, { template, host, language }),
  ]);
  const unsubscribeUrl = typeOf(template) ? `${site.origin}/notifications` : null;
  return renderMail(template, exampleOf(template, body.announcement), {
    locale: language,
    site,
    publicUrl: site.origin,
    unsubscribeUrl,
    words,
  });
}

/** The texts of a mail as they would be after saving `texts`. Throws `invalid_fields` for an invalid one. */
async function unsavedWords(
  app: App,
  { template, language, texts }: { template: TemplateName; language: Locale; texts: Record<string, string> },
): Promise<Record<string, string>> {
  const saved = await ownWordsOf(app, { template, host: null, language });
  return { ...saved, ...checkedWords(template, language, texts) };
}

/**
 * POST /api/admin/mail-test: sends a mail with example data to the operator's own address, with the saved
 * texts or the unsaved ones in `texts`. Its links open no account. Throws `not_found` if no mail has this
 * name, `invalid_fields` for an unknown site or an invalid text, and `no_address` for an operator without an
 * address.
 */
export async function testMail(
  app: App,
  operator: number,
  body: CallBody<'adminMailTest'>,
): Promise<{ email: string }> {
  const template = templateOf(body.template);
  await assertSite(app, body.host);
  const { language, texts } = body;
  const words = texts && (await unsavedWords(app, { template, language, texts }));
  const { email, name } = await addressOf(app, operator);
  const to = { email, name, locale: language, memberId: operator, host: hostOf(body.host) };
  await app.mailer.send(app.db, template, to, exampleOf(template, body.announcement), words);
  return { email };
}

async function addressOf(app: Pick<App, 'db'>, operator: number): Promise<{ email: string; name: string }> {
  const { rows } = await sql<{ email: string; name: string }>`
    select m.email, p.name from members m join profiles p on p.id = m.id where m.id = ${operator} and m.email_key is not null`.execute(
    app.db,
  );
  return rows[0] ?? Promise.reject(refuse('no_address'));
}
