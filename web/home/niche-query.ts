import type { Locale } from '#contract/lists/locales.ts';
import { callQuery } from '#web/session/query-client.ts';

/** Texts of the site's niche, from its default landing slug and the operator's edits. */
export const nicheQuery = (language: Locale) => ({
  ...callQuery('landing', { query: { lander: 'landing', language } }),
  staleTime: Infinity,
});
