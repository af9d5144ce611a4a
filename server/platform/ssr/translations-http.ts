import type { FastifyInstance } from 'fastify';
import { isLocale, type Locale } from '#contract/lists/locales.ts';
import type { PageSource } from './page-source.ts';

/** The words of versions of texts that an experiment compares, by `namespace:key`. */
export type WordsOf = (versions: string, locale: Locale) => Promise<Record<string, string>>;

/**
 * `/i18n/<locale>/<namespace>.json?v=<build>[.<versions>]`: the texts of a namespace, cacheable indefinitely. The
 * address names the versions of texts that this member sees.
 */
export function registerTranslations(
  fastify: FastifyInstance,
  source: PageSource,
  { production, wordsOf }: { production: boolean; wordsOf?: WordsOf },
): void {
  fastify.get<{ Params: { locale: string; '*': string }; Querystring: { v?: string } }>(
    '/i18n/:locale/*',
    async (request, reply) => {
      const { pages } = await source();
      const { locale, '*': file } = request.params;
      const [, ...versions] = String(request.query.v ?? '').split('.');
      const words =
        versions.length > 0 && isLocale(locale) ? await wordsOf?.(versions.join('.'), locale) : {};
      const found = file.endsWith('.json') ? pages.translations(locale, file.slice(0, -5), words) : null;
      if (!found)
        return reply.code(404).send({ error: 'not_found', message: 'This page could not be found' });
      return reply
        .header('cache-control', production ? 'public, max-age=31536000, immutable' : 'no-cache')
        .send(found);
    },
  );
}
