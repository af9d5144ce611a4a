import type { Locale } from '#contract/lists/locales.ts';
import { callQuery } from '#web/session/query-client.ts';

export const nicheQuery = (language: Locale) => ({
  ...callQuery('landing', { query: { lander: 'landing', language } }),
  staleTime: Infinity,
});
