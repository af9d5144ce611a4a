import { useQuery } from '@tanstack/react-query';
import { redirect, useParams } from 'react-router';
import type { Lander } from '#contract/rules/landing-rules.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { Landing } from '#contract/calls/visitor-calls.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { companyQuery } from '#web/session/queries.ts';

const landingQuery = (lander: Lander, params: { id?: string; slug?: string }, language: Locale) => {
  const profile = Number(params.id);
  return {
    ...callQuery('landing', {
      query: {
        lander,
        language,
        ...(params.slug ? { slug: params.slug.slice(0, 40) } : {}),
        ...(Number.isSafeInteger(profile) && profile > 0 ? { profile } : {}),
      },
    }),
    staleTime: Infinity,
  };
};

/** What every landing page loads; members have nothing to do there. `more` are a design's own queries. */
export const landingLoad =
  (lander: Lander, more: ScreenLoad = () => null): ScreenLoad =>
  async (screen) => {
    const { user, params, locale, ensure, prefetch } = screen;
    if (user) return redirect(params['id'] ? `/members/${params['id']}` : '/members');
    return Promise.all([ensure(landingQuery(lander, params, locale)), prefetch(companyQuery), more(screen)]);
  };

/** The page's landing, which `landingLoad` has fetched. */
export function useLanding(lander: Lander): Landing {
  const params = useParams();
  const { data } = useQuery(landingQuery(lander, params, useLocale()));
  if (!data) throw new Error('A landing page needs landingLoad() in its load');
  return data;
}

/** Landing pages are whole without script: their own small one makes them play, the app comes with the visitor's first act. */
export const landingHandle = { i18n: ['landers'], deferScripts: true };
