import type { FastifyInstance } from 'fastify';
import { locales, type Locale } from '#contract/lists/locales.ts';
import { itemAt, must } from '#contract/must.ts';
import type { MailSite } from '#mail/context.ts';
import type { TemplateName } from '#mail/index.ts';
import { exampleCount, isTemplate, previewMail, type Scheme, templateNames } from '#mail/preview.ts';
import { devPage, escape, framedPage, page } from './dev-page.ts';

interface Asked {
  mail?: string;
  locale?: string;
}

/**
 * `/dev/mails`: every mail in every language, in the light and dark theme, with its plain text. Not
 * registered in production.
 */
export function registerMailGallery(
  http: FastifyInstance,
  { publicUrl, siteOf }: { publicUrl: string; siteOf(): Promise<MailSite> },
): void {
  const preview = async (name: TemplateName, example: number, locale: Locale, scheme: Scheme) =>
    previewMail(name, example, { locale, site: await siteOf(), publicUrl, scheme });

  http.get<{ Querystring: Asked }>('/dev/mails', async ({ query }, reply) => {
    const name = isTemplate(query.mail ?? '') ? (query.mail as TemplateName) : itemAt(templateNames, 0);
    const locale = localeOf(query.locale);
    const mails = await Promise.all(
      Array.from({ length: exampleCount(name) }, (_, example) => preview(name, example, locale, 'day')),
    );
    const shown = mails.map((preview, example) => {
      const mail = must(preview, `example ${example} of the mail`);
      const frame = (scheme: Scheme) =>
        `<iframe src="/dev/mails/${name}/${example}?locale=${locale}&amp;scheme=${scheme}" title="${scheme}" sandbox="" loading="lazy"></iframe>`;
      return `<h2>${escape(mail.subject)}</h2><div class="pair">${frame('day')}${frame('evening')}<pre>${escape(mail.text)}</pre></div>`;
    });
    return page(
      reply,
      devPage('Mails', list(name, locale), shown.join('')),
      `default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'`,
    );
  });

  http.get<{ Params: { name: string; example: string }; Querystring: { locale?: string; scheme?: string } }>(
    '/dev/mails/:name/:example',
    async ({ params, query }, reply) => {
      const scheme = query.scheme === 'evening' ? 'evening' : 'day';
      const mail = isTemplate(params.name)
        ? await preview(params.name, Number(params.example) || 0, localeOf(query.locale), scheme)
        : null;
      return framedPage(reply.code(mail ? 200 : 404), mail?.html ?? '');
    },
  );
}

const localeOf = (asked: string | undefined): Locale => locales.find((locale) => locale === asked) ?? 'nl';

function list(open: TemplateName, locale: Locale): string {
  const languages = locales.map(
    (one) =>
      `<a href="/dev/mails?mail=${open}&amp;locale=${one}"${one === locale ? ' aria-current="true"' : ''}>${one}</a>`,
  );
  const rows = templateNames.map(
    (name) =>
      `<a class="row${name === open ? ' on' : ''}" href="/dev/mails?mail=${name}&amp;locale=${locale}"><span class="what"><b>${name}</b></span></a>`,
  );
  return `<nav aria-label="Language">${languages.join('')}</nav>${rows.join('')}`;
}
