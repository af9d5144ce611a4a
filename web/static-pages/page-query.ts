import type { Locale } from '#contract/lists/locales.ts';
import { callQuery } from '#web/session/query-client.ts';

export const pageQuery = (token: string, language: Locale) => ({
  ...callQuery('staticPage', { query: { token: token.slice(0, 60), language } }),
  staleTime: Infinity,
});
