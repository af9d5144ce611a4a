import type { Locale } from '#contract/lists/locales.ts';
import { callQuery } from '#web/session/query-client.ts';

/** The words of the site's niche: those of its default landing slug, an operator's own among them. */
export const nicheQuery = (language: Locale) => ({ ...callQuery('landing', { query: { lander: 'landing', language } }), staleTime: Infinity });
