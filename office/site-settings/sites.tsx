import { useQuery } from '@tanstack/react-query';
import { localeNames } from '#contract/lists/locales.ts';
import { type OfficeSite, DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import { Fold } from '#office/pieces/fold.tsx';
import { Editable, May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { accentOf } from '#web/theme/accents.ts';
import { Page } from '#web/ui/page.tsx';
import { CompanyForm } from './company-form.tsx';
import { SiteForm } from './site-form.tsx';
import styles from './site-settings.module.css';

const sitesQuery = callQuery('adminSites');

export const load = officeLoad(sitesQuery);
export const handle = { i18n: ['office/site-settings', 'profile', 'errors'] };

export default function Sites() {
  const { t } = useTranslation('office/site-settings');
  const { data } = useQuery(sitesQuery);
  if (!data) return null;
  return (
    <Page title={t('sites.title')} lead={t('sites.lead')}>
      <section className={styles['stack']}>
        <h2>{t('sites.sites')}</h2>
        {data.sites.map((site) => (
          <Fold
            key={site.host}
            summary={
              <>
                <SiteLine
                  site={site}
                  company={data.companies.find(({ id }) => id === site.company)?.name ?? ''}
                />
              </>
            }
          >
            <Facts site={site} />
            <Editable by="saveSite">
              <SiteForm site={site} companies={data.companies} pools={data.pools} />
            </Editable>
          </Fold>
        ))}
        <May call="saveSite">
          <Fold isNew summary={t('sites.new_site')}>
            <SiteForm site={null} companies={data.companies} pools={data.pools} />
          </Fold>
        </May>
      </section>
      <section className={styles['stack']}>
        <h2>{t('sites.companies')}</h2>
        {data.companies.map((company) => (
          <Fold
            key={company.id}
            summary={
              <>
                <b>{company.name}</b>
                <span className={styles['site']}>{[company.address, company.city].join(', ')}</span>
              </>
            }
          >
            <Editable by="saveCompany">
              <CompanyForm company={company} />
            </Editable>
          </Fold>
        ))}
        <May call="saveCompany">
          <Fold isNew summary={t('sites.new_company')}>
            <CompanyForm company={null} />
          </Fold>
        </May>
      </section>
    </Page>
  );
}

function SiteLine({
  site: { host, origin, name, logo, accent },
  company,
}: {
  site: OfficeSite;
  company: string;
}) {
  const { t } = useTranslation('office/site-settings');
  return (
    <>
      <b style={accentOf(accent)} className={styles['name']}>
        {logo ? <img src={logo} alt={name} height={24} /> : name}
      </b>
      <span className={styles['site']}>
        {host === DEFAULT_SITE ? t('default_site', { origin: new URL(origin).host }) : host}
      </span>
      <span className={styles['site']}>{company}</span>
    </>
  );
}

function Facts({ site: { host, languages, countries, changed } }: { site: OfficeSite }) {
  const { t } = useTranslation('office/site-settings');
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
