import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { data, Link, useParams } from 'react-router';
import type { Settings } from '#contract/site-settings.ts';
import { useFormats } from '#web/i18n/format.ts';
import { companyQuery } from '#web/session/queries.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useSettings } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import styles from './static-page.module.css';

export const staticPages = ['terms', 'privacy', 'cookies', 'faq', 'ban', 'return-policy', 'service'] as const;
type StaticPageName = (typeof staticPages)[number];

/** The terms changed last on this day, or when the company was added (docs/product.md 3, company info). */
const TERMS_VERSION = '2023-12-01T12:00:00Z';

export const handle = { i18n: ['pages'] };

const load: ScreenLoad = async ({ params, ensure }) => {
  if (!isStaticPage(params['page'])) throw data({ code: 'not_found', params: {} }, { status: 404 });
  await ensure(companyQuery);
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);

/** Terms, privacy, cookies, questions, rules, returns and service: texts with a table of contents and who we are. */
export default function StaticPage() {
  const page = useParams()['page'] as StaticPageName;
  const { t } = useTranslation('pages');
  const { t: common } = useTranslation('common');
  const settings = useSettings();
  const words = wordsOf(settings);
  const sections = t(`${page}.sections`, { returnObjects: true, ...words }) as { title: string; text: string }[];
  return (
    <Page title={t(`${page}.title`)} description={t(`${page}.intro`, words)} isPublic width="wide" heading={null}>
      <div className={styles['columns']}>
        <nav className={styles['contents']} aria-label={t('contents')}>
          <h2>{t('contents')}</h2>
          <ol>
            {sections.map(({ title }, index) => (
              <li key={title}>
                <a href={`#s${index + 1}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <article className={styles['text']}>
          <h1>{t(`${page}.title`)}</h1>
          <p className={styles['intro']}>{t(`${page}.intro`, words)}</p>
          {sections.map(({ title, text }, index) => (
            <section key={title} id={`s${index + 1}`}>
              <h2>{title}</h2>
              {text.split('\n\n').map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
          {page === 'return-policy' && (
            <p className={styles['way']}>
              <ButtonLink to="/withdraw">{common('footer.withdraw')}</ButtonLink>
            </p>
          )}
          <CompanyBox />
          {page === 'terms' && <Version />}
        </article>
        <nav className={styles['more']} aria-label={t('more', words)}>
          <h2>{t('more', words)}</h2>
          <ul>
            {staticPages
              .filter((other) => other !== page)
              .map((other) => (
                <li key={other}>
                  <Link to={`/pages/${other}`}>{t(`${other}.title`)}</Link>
                </li>
              ))}
          </ul>
        </nav>
      </div>
    </Page>
  );
}

function CompanyBox() {
  const { t } = useTranslation('pages');
  const settings = useSettings();
  const company = useQuery(companyQuery).data;
  if (!company) return null;
  const facts = [
    [t('company.kvk'), company.kvk],
    [t('company.vat'), company.vat_numbers.join(', ')],
    [t('company.tradenames'), company.tradenames.join(', ')],
    [t('company.phone'), settings.support_phone ?? company.support_phone],
    [t('company.mail'), settings.support_email],
  ].filter(([, value]) => value);
  return (
    <aside className={styles['company']}>
      <h2>{t('company.title')}</h2>
      <address>
        {company.name}, {company.address}, {company.city}
      </address>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

function Version() {
  const { t } = useTranslation('pages');
  const format = useFormats();
  const added = useQuery(companyQuery).data?.added ?? TERMS_VERSION;
  return <p className={styles['version']}>{t('updated', { date: format.date(added > TERMS_VERSION ? added : TERMS_VERSION) })}</p>;
}

const isStaticPage = (page: string | undefined): page is StaticPageName => (staticPages as readonly (string | undefined)[]).includes(page);

const wordsOf = (settings: Settings) => ({
  name: settings.name,
  min_age: settings.min_age,
  refund_days: settings.refund_days,
  support_email: settings.support_email,
});
