import { localePath, type Locale, formatLocale, moneyLocale } from '#contract/lists/locales.ts';
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
  /** Base of every link, without a trailing slash. */
  publicUrl: string;
  /**
   * Page on which the reader can switch off this type of mail. Null for mails that cannot be switched off.
   */
  unsubscribeUrl: string | null;
  words?: Record<string, string>;
}

export async function renderMail<T extends TemplateName>(
  template: T,
  props: TemplateProps<T>,
  options: RenderOptions,
): Promise<RenderedMail> {
  const { locale, site, publicUrl } = options;
  const translate = translatorOf(template, locale, options.words);
  const context: MailContext = {
    locale,
    site,
    t: (key, values) => translate(key, values ?? {}),
    named: ({ name, kind }) =>
      kind === 'member'
        ? name
        : kind === 'fictional' && site.fictionalWord
          ? `${name} (${site.fictionalWord})`
          : translate(`labelled.${kind}`, { name }),
    link: (path) => `${publicUrl}${localePath(locale, path)}`,
    money: ({ amount, currency }) =>
      new Intl.NumberFormat(moneyLocale(locale, currency), { style: 'currency', currency }).format(
        Number(amount),
      ),
    day: (instant) =>
      new Intl.DateTimeFormat(formatLocale(locale, site.timeZone), {
        dateStyle: 'long',
        timeZone: site.timeZone ?? 'UTC',
      }).format(new Date(instant)),
  };
  const content = (templates[template] as MailTemplate<TemplateProps<T>>)(props, context);
  const { render, toPlainText } = await import('@react-email/render');
  const html = await render(
    layout(content, context, {
      unsubscribeUrl: options.unsubscribeUrl,
      logoUrl: site.logo ? publicUrl + site.logo : null,
    }),
  );
  return {
    subject: oneLine(content.subject),
    html,
    text: toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] }),
  };
}

/** Keeps a subject on one line, even if a name contains line breaks. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
