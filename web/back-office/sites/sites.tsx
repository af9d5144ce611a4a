import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from 'react-router';
import { type DeskSite, DEFAULT_SITE } from '#contract/calls/site-desk-calls.ts';
import { localeNames } from '#contract/lists/locales.ts';
import { useFormats } from '#web/i18n/format.ts';
import { callQuery } from '#web/session/query-client.ts';
import { officeLoad } from '#web/back-office/office-load.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { Page } from '#web/ui/page.tsx';
import { accentOf } from '#web/theme/accents.ts';
import { CompanyForm } from './company-form.tsx';
import { SiteForm } from './site-form.tsx';
import styles from './sites.module.css';

const sitesQuery = callQuery('adminSites');

const load = officeLoad(sitesQuery);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office_sites', 'back_office', 'errors'] };

/** /admin/sites: the sites by host with the way to their settings, and the companies behind them. */
export default function Sites() {
  const { t } = useTranslation('back_office_sites');
  const { data } = useQuery(sitesQuery);
  if (!data) return null;
  return (
    <Page title={t('sites.title')} lead={t('sites.lead')}>
      <section className={styles['stack']}>
        <h2>{t('sites.sites')}</h2>
        {data.sites.map((site) => (
          <details key={site.host} className={styles['fold']}>
            <summary>
              <SiteLine site={site} company={data.companies.find(({ id }) => id === site.company)?.name ?? ''} />
            </summary>
            <div className={styles['inside']}>
              <Facts site={site} />
              <SiteForm site={site} companies={data.companies} />
            </div>
          </details>
        ))}
        <details className={styles['fold']}>
          <summary>
            <b>{t('sites.new_site')}</b>
          </summary>
          <div className={styles['inside']}>
            <SiteForm site={null} companies={data.companies} />
          </div>
        </details>
      </section>
      <section className={styles['stack']}>
        <h2>{t('sites.companies')}</h2>
        {data.companies.map((company) => (
          <details key={company.id} className={styles['fold']}>
            <summary>
              <b>{company.name}</b>
              <span>{[company.address, company.city].join(', ')}</span>
            </summary>
            <div className={styles['inside']}>
              <CompanyForm company={company} />
            </div>
          </details>
        ))}
        <details className={styles['fold']}>
          <summary>
            <b>{t('sites.new_company')}</b>
          </summary>
          <div className={styles['inside']}>
            <CompanyForm company={null} />
          </div>
        </details>
      </section>
    </Page>
  );
}

function SiteLine({ site: { host, origin, name, logo, accent }, company }: { site: DeskSite; company: string }) {
  const { t } = useTranslation('back_office_sites');
  return (
    <>
      <b style={accentOf(accent)} className={styles['name']}>
        {logo ? <img src={logo} alt={name} height={24} /> : name}
      </b>
      <span>{host === DEFAULT_SITE ? t('default_site', { origin: new URL(origin).host }) : host}</span>
      <span>{company}</span>
    </>
  );
}

function Facts({ site: { host, languages, countries, changed } }: { site: DeskSite }) {
  const { t } = useTranslation('back_office_sites');
  const { list } = useFormats();
  return (
    <p className={styles['meta']}>
      <span>{list(languages.map((language) => localeNames[language]))}</span>
      <span>{t('sites.countries', { count: countries.length })}</span>
      <span>{t('sites.settings_changed', { count: changed })}</span>
      <Link to={`/admin/settings?site=${encodeURIComponent(host)}`}>{t('sites.settings')}</Link>
    </p>
  );
}
