import { render, toPlainText } from '@react-email/render';
import { localePath, type Locale } from '#contract/lists/locales.ts';
import type { MailContext, MailSite, MailTemplate } from './context.ts';
import { templates, type TemplateName, type TemplateProps } from './index.ts';
import { layout } from './layout.ts';
import { translatorOf } from './own-words.ts';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

export interface RenderOptions {
  locale: Locale;
  site: MailSite;
  /** Beginning of every link, without a slash at its end. */
  publicUrl: string;
  /** Where the reader switches this kind of mail off; null for mails that always come. */
  unsubscribeUrl: string | null;
  /** An operator's words in place of the standard ones, by their keys within the mail. */
  words?: Record<string, string>;
}

/** A mail in its reader's language, as HTML and plain text. */
export async function renderMail<T extends TemplateName>(template: T, props: TemplateProps<T>, options: RenderOptions): Promise<RenderedMail> {
  const { locale, site, publicUrl } = options;
  const translate = translatorOf(template, locale, options.words);
  const context: MailContext = {
    locale,
    site,
    t: (key, values) => translate(key, values ?? {}),
    named: ({ name, kind }) =>
      kind === 'member' ? name : kind === 'fictional' && site.fictionalWord ? `${name} (${site.fictionalWord})` : translate(`labelled.${kind}`, { name }),
    link: (path) => `${publicUrl}${localePath(locale, path)}`,
    money: ({ amount, currency }) => new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount)),
    day: (instant) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant)),
  };
  const content = (templates[template] as MailTemplate<TemplateProps<T>>)(props, context);
  const html = await render(layout(content, context, { unsubscribeUrl: options.unsubscribeUrl, logoUrl: site.logo ? publicUrl + site.logo : null }));
  return { subject: oneLine(content.subject), html, text: toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] }) };
}

/** A subject is one line, whatever name stands in it. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
