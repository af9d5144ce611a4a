import { useQuery } from '@tanstack/react-query';
import { isLocale, type Locale, localeNames, locales } from '#contract/lists/locales.ts';
import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import { siteChoicesQuery } from '#office/pieces/shown-site.tsx';
import { useSiteName } from '#office/pieces/sites-choice.tsx';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Select } from '#web/ui/field.tsx';
import { Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { SeriesCard } from './series-card.tsx';
import styles from '#office/texts/texts.module.css';

const seriesQuery = (site: string) => callQuery('adminMailSeries', { query: { site } });

/** The site in the address, else the first of the operator's. */
const siteIn = (search: URLSearchParams, hosts: readonly string[]) =>
  hosts.find((host) => host === search.get('site')) ?? hosts[0] ?? DEFAULT_SITE;

export const load: ScreenLoad = async ({ ensure, requireUser, url }) => {
  requireUser();
  const { sites } = await ensure(siteChoicesQuery);
  return ensure(
    seriesQuery(
      siteIn(
        url.searchParams,
        sites.map(({ host }) => host),
      ),
    ),
  );
};
export const handle = { i18n: ['office/notifications', 'office/texts', 'errors'] };

export default function MailSeries() {
  const { t } = useTranslation(['office/notifications', 'office/texts', 'office/frame']);
  const [search, setSearch] = useSearchParams();
  const sites = useQuery(siteChoicesQuery).data?.sites ?? [];
  const nameOf = useSiteName(sites);
  const site = siteIn(
    search,
    sites.map(({ host }) => host),
  );
  const own = useLocale();
  const wanted = search.get('language');
  const language: Locale = isLocale(wanted) ? wanted : own;
  const { data } = useQuery(seriesQuery(site));
  const choose = (change: Record<string, string>) =>
    setSearch({ ...Object.fromEntries(search), ...change }, { replace: true, preventScrollReset: true });
  return (
    <Page title={t('office/frame:menu.mail_series')} lead={t('series.lead')}>
      <div className={styles['place']}>
        {sites.length > 1 && (
          <Select
            label={t('office/texts:site')}
            value={site}
            options={sites.map(({ host }) => ({ value: host, label: nameOf(host) }))}
            onChange={({ target }) => choose({ site: target.value })}
          />
        )}
        <Select
          label={t('series.preview_language')}
          value={language}
          options={locales.map((value) => ({ value, label: localeNames[value] }))}
          onChange={({ target }) => choose({ language: target.value })}
        />
      </div>
      {!data ? (
        <TextSkeleton lines={10} />
      ) : (
        <ul className={styles['list']}>
          {data.series.map((series) => (
            <SeriesCard
              key={`${site} ${series.trigger} ${series.seen}`}
              series={series}
              site={site}
              language={language}
            />
          ))}
        </ul>
      )}
    </Page>
  );
}
