import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { standardPages } from '#contract/lists/standard-pages.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { DeferredHandle } from '#web/page/deferred-handle.ts';
import { useParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { companyQuery } from '#web/session/queries.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useSettings } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { gridCell, Grid, columnSpan } from '#web/ui/grid.tsx';
import { Page } from '#web/ui/page.tsx';
import { RememberSource } from '../traffic/remember-source.tsx';
import { pageQuery } from './page-query.ts';
import styles from './static-page.module.css';

export const handle = {
  i18n: ['pages', 'partners'],
  // Pages of text are deferred, except the one about cookies, which has a switch.
  deferScripts: ({ isVisitor, params }) => isVisitor && params['token'] !== 'cookies',
} satisfies DeferredHandle & { i18n: string[] };

export const load: ScreenLoad = ({ params, locale, ensure, prefetch }) =>
  Promise.all([ensure(pageQuery(params['token'] ?? '', locale)), prefetch(companyQuery)]);

export default function StaticPage() {
  const token = useParams()['token'] ?? '';
  const { t } = useTranslation('pages');
  const { t: common } = useTranslation('common');
  const format = useFormats();
  const { name } = useSettings();
  const page = useQuery(pageQuery(token, useLocale())).data;
  if (!page) return null;
  const { title, intro, html, sections, updated_at } = page;
  return (
    <Page title={title} description={intro ?? undefined} isPublic width="wide" heading={null}>
      <Grid>
        {sections.length > 1 && (
          <nav
            className={clsx(gridCell, styles['contents'])}
            style={columnSpan({ l: 3 })}
            aria-label={t('contents')}
          >
            <h2>{t('contents')}</h2>
            <ol>
              {sections.map((section) => (
                <li key={section.anchor}>
                  <a href={`#${section.anchor}`}>{section.title}</a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <article className={clsx(gridCell, styles['text'])} style={columnSpan({ l: 6, xl: 7 })}>
          <h1>{title}</h1>
          {intro && <p className={styles['intro']}>{intro}</p>}
          {/* oxlint-disable-next-line react/no-danger -- safe: the server rendered it from Markdown that allows no HTML */}
          <div dangerouslySetInnerHTML={{ __html: html }} />
          {token === 'cookies' && <RememberSource />}
          {token === 'return-policy' && (
            <p className={styles['way']}>
              <ButtonLink to="/withdraw">{common('footer.withdraw')}</ButtonLink>
            </p>
          )}
          {token !== 'imprint' && <CompanyBox />}
          {updated_at && (
            <p className={styles['version']}>{t('updated', { date: format.date(updated_at) })}</p>
          )}
        </article>
        <nav
          className={clsx(gridCell, styles['more'])}
          style={columnSpan({ l: 3, xl: 2 })}
          aria-label={t('more', { name })}
        >
          <h2>{t('more', { name })}</h2>
          <ul>
            {standardPages
              .filter((other) => other !== token)
              .map((other) => (
                <li key={other}>
                  <Link to={`/pages/${other}`}>{common(`footer.${other}`)}</Link>
                </li>
              ))}
          </ul>
        </nav>
      </Grid>
    </Page>
  );
}

function CompanyBox() {
  const { t } = useTranslation('pages');
  const settings = useSettings();
  const company = useQuery(companyQuery).data;
  if (!company) return null;
  const facts = [
    [t('company.represented_by'), company.represented_by],
    [t('company.register'), company.register],
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
        {[company.name, company.legal_form, company.address, company.city].filter(Boolean).join(', ')}
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
