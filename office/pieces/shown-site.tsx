import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { OFFICE_SITE_COOKIE } from '#contract/rules/site-scope-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Select } from '#web/ui/field.tsx';
import { useSiteName } from './sites-choice.tsx';

export const siteChoicesQuery = { ...callQuery('adminSiteChoices'), staleTime: Infinity };

const shown = (): string =>
  decodeURIComponent(new RegExp(`(?:^|; )${OFFICE_SITE_COOKIE}=([^;]*)`).exec(document.cookie)?.[1] ?? '');

function show(site: string) {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const kept = site === '' ? '; max-age=0' : '';
  document.cookie = `${OFFICE_SITE_COOKIE}=${encodeURIComponent(site)}; path=/; samesite=strict${kept}${secure}`;
  // Every list and count on the screen has other rows now.
  location.reload();
}

const neverChanges = () => () => {};

/** The site whose rows lists show, or an empty text for all. The server does not render it. */
export const useShownSite = (): string => useSyncExternalStore(neverChanges, shown, () => '');

/** For operators of several sites: limits every list and count to one of them, until the browser is closed. */
export function ShownSite({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('office/frame');
  const { data } = useQuery(siteChoicesQuery);
  const sites = data?.sites ?? [];
  const nameOf = useSiteName(sites);
  const chosen = useShownSite();
  if (sites.length < 2 && chosen === '') return null;
  const hosts = sites.map(({ host }) => host);
  // A site that was removed since can only be left.
  const options = chosen === '' || hosts.includes(chosen) ? hosts : [...hosts, chosen];
  return (
    <div className={className}>
      <Select
        label={t('sites.shown')}
        value={chosen}
        options={[
          { value: '', label: t('sites.every') },
          ...options.map((host) => ({ value: host, label: nameOf(host) })),
        ]}
        onChange={({ target }) => show(target.value)}
      />
    </div>
  );
}
