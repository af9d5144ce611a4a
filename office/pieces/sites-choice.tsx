import { DEFAULT_SITE, type SiteChoice } from '#contract/site-settings/sites.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import styles from './sites-choice.module.css';

/** The name of a site for a list: its own, with its host. */
export function useSiteName(sites: readonly SiteChoice[]): (host: string) => string {
  const { t } = useTranslation('office/frame');
  return (host) => {
    const name = sites.find((site) => site.host === host)?.name;
    if (host === DEFAULT_SITE) return name ? t('sites.default_named', { name }) : t('sites.default');
    return name ? `${name} (${host})` : host;
  };
}

/** In words: `All sites`, or the names of some. */
export function useSitesText(sites: readonly SiteChoice[]): (chosen: readonly string[] | null) => string {
  const { t } = useTranslation('office/frame');
  const nameOf = useSiteName(sites);
  return (chosen) => (chosen === null ? t('sites.all') : chosen.map(nameOf).join(', '));
}

/**
 * The sites that something is limited to; null for all of them, which operators of some sites cannot choose. An
 * installation with one site has nothing to choose.
 */
export function SitesChoice({
  sites,
  chosen,
  onChange,
  limited,
}: {
  sites: readonly SiteChoice[];
  chosen: readonly string[] | null;
  onChange: (chosen: string[] | null) => void;
  limited: boolean;
}) {
  const { t } = useTranslation('office/frame');
  const nameOf = useSiteName(sites);
  if (sites.length < 2) return null;
  return (
    <fieldset className={styles['sites']}>
      <legend>{t('sites.title')}</legend>
      {!limited && (
        <Checkbox
          label={t('sites.all')}
          checked={chosen === null}
          onChange={({ target }) => onChange(target.checked ? null : [])}
        />
      )}
      {chosen !== null &&
        sites.map(({ host }) => (
          <Checkbox
            key={host}
            label={nameOf(host)}
            checked={chosen.includes(host)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, host] : chosen.filter((each) => each !== host))
            }
          />
        ))}
    </fieldset>
  );
}
