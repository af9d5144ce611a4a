import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { render, toPlainText } from '@react-email/render';
import i18next, { type i18n } from 'i18next';
import { localePath, locales, type Locale } from '#contract/locales.ts';
import type { MailContext, MailSite, MailTemplate } from './context.ts';
import { templates, type TemplateName, type TemplateProps } from './index.ts';
import { layout } from './layout.ts';

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
}

/** A mail in its reader's language, as HTML and plain text. */
export async function renderMail<T extends TemplateName>(template: T, props: TemplateProps<T>, options: RenderOptions): Promise<RenderedMail> {
  const { locale, site, publicUrl } = options;
  const translate = texts().getFixedT(locale, 'mail');
  const context: MailContext = {
    locale,
    site,
    t: (key, values) => translate(key, values ?? {}),
    link: (path) => `${publicUrl}${localePath(locale, path)}`,
    money: ({ amount, currency }) => new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount)),
    day: (instant) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant)),
  };
  const content = (templates[template] as MailTemplate<TemplateProps<T>>)(props, context);
  const html = await render(layout(content, context, options.unsubscribeUrl));
  return { subject: oneLine(content.subject), html, text: toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] }) };
}

/** A subject is one line, whatever name stands in it. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

let loaded: i18n | null = null;

/** All languages of the namespace `mail`; a language that lacks a sentence says it in English. */
function texts(): i18n {
  if (loaded) return loaded;
  loaded = i18next.createInstance();
  void loaded.init({
    ns: 'mail',
    fallbackLng: 'en',
    initAsync: false,
    resources: Object.fromEntries(locales.map((locale) => [locale, { mail: readTexts(locale) }])),
    // React escapes what it renders; subjects and plain text are no HTML.
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    saveMissing: true,
    missingKeyHandler: (_languages, _namespace, key) => {
      throw new Error(`The mail text ${key} is missing.`);
    },
  });
  return loaded;
}

function readTexts(locale: Locale): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(fileURLToPath(new URL(`../locales/${locale}/mail.json`, import.meta.url)), 'utf8')) as Record<string, unknown>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
