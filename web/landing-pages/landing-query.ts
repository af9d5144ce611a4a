import { useQuery } from '@tanstack/react-query';
import type { Landing } from '#contract/landing-pages.ts';
import type { LandingDesign } from '#contract/lists/landing-designs.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useParams } from '#web/router/hooks.ts';
import { redirect } from '#web/router/redirect.ts';
import { companyQuery } from '#web/session/queries.ts';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';

const landingQuery = (lander: LandingDesign, params: { id?: string; slug?: string }, language: Locale) => {
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

export const landingLoad =
  (lander: LandingDesign, more: ScreenLoad = () => null): ScreenLoad =>
  async (screen) => {
    const { user, params, locale, url, ensure, prefetch } = screen;
    if (user) return redirect(params['id'] ? `/members/${params['id']}` : '/members');
    const [shown] = await Promise.all([
      ensure(landingQuery(lander, params, locale)),
      prefetch(companyQuery),
      more(screen),
    ]);
    // An experiment can show another design at this address.
    return shown.lander === lander ? null : redirect(`/landers/${shown.lander}/${shown.slug}${url.search}`);
  };

export function useLanding(lander: LandingDesign): Landing {
  const params = useParams();
  const { data } = useQuery(landingQuery(lander, params, useLocale()));
  if (!data) throw new Error('A landing page needs landingLoad() in its load');
  return data;
}

/**
 * Landing pages work without the app's scripts: a small script of the design animates them, and the app loads
 * on the first interaction.
 */
export const landingHandle = { i18n: ['landing_designs'], deferScripts: true };
