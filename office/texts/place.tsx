import type { CallReply } from '#contract/calls.ts';
import { isLocale, localeNames, type Locale } from '#contract/lists/locales.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { callQuery } from '#web/session/query-client.ts';
import { Select } from '#web/ui/field.tsx';
import styles from './texts.module.css';

export const sitesQuery = callQuery('adminTextSites');
export type TextSite = CallReply<'adminTextSites'>['sites'][number];

export interface TextPlace {
  host: string;
  language: Locale;
}

/**
 * The site and language in the URL. The default is all sites, in the reader's language if the site offers it.
 */
export function placeIn(query: URLSearchParams, sites: TextSite[], own: Locale): TextPlace {
  const site = sites.find(({ host }) => host === query.get('site')) ?? sites[0];
  if (!site) return { host: '*', language: own };
  const language = [query.get('language'), own].find((one) => isLocale(one) && site.languages.includes(one));
  return { host: site.host, language: isLocale(language) ? language : site.language };
}

export function PlaceFields({ sites, place }: { sites: TextSite[]; place: TextPlace }) {
  const { t } = useTranslation('office/texts');
  const [query, setQuery] = useSearchParams();
  const choose = (change: Record<string, string>) =>
    setQuery({ ...Object.fromEntries(query), ...change }, { replace: true, preventScrollReset: true });
  const site = sites.find(({ host }) => host === place.host);
  return (
    <div className={styles['place']}>
      {sites.length > 1 && (
        <Select
          label={t('site')}
          value={place.host}
          options={sites.map(({ host, name }) => ({
            value: host,
            label: host === '*' ? t('every_site') : `${name} (${host})`,
          }))}
          onChange={(event) => choose({ site: event.target.value })}
        />
      )}
      <Select
        label={t('language')}
        value={place.language}
        options={(site?.languages ?? []).map((locale) => ({ value: locale, label: localeNames[locale] }))}
        onChange={(event) => choose({ language: event.target.value })}
      />
    </div>
  );
}
