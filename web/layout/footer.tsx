import { clsx } from 'clsx';
import { standardPages } from '#contract/lists/standard-pages.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useRouteName } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { companyQuery } from '#web/session/queries.ts';
import { useLoaded } from '#web/session/use-loaded.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Brand } from '#web/ui/brand.tsx';
import { gridCell, Grid, columnSpan } from '#web/ui/grid.tsx';
import { LanguageLinks } from '../language/language-menu.tsx';
import styles from './footer.module.css';

/**
 * Legal links, languages, company and disclaimer. Visitors in the United States get a disclaimer of their
 * own, in English only.
 */
export function Footer() {
  const { t, i18n } = useTranslation('common');
  const route = useRouteName();
  const settings = useSettings();
  const company = useLoaded(companyQuery).data;
  const american = settings.geoip_country === 'US' && i18n.language === 'en';
  return (
    <footer className={styles['footer']}>
      <Grid className={styles['inside']}>
        <div className={clsx(gridCell, styles['about'])} style={columnSpan({ m: 4, xl: 5 })}>
          <Brand />
          <p>{t('footer.promise')}</p>
          <p className={styles['age']}>
            <b>{settings.min_age}+</b> {t('footer.adults')}
          </p>
        </div>
        <nav className={gridCell} style={columnSpan({ m: 4 })} aria-label={t('footer.legal')}>
          <h2>{t('footer.legal')}</h2>
          <LegalLinks />
        </nav>
        {/* Switching the language would leave the unfinished signup, which already has one. */}
        {route !== 'complete-signup' && (
          <nav
            className={clsx(gridCell, styles['choice'])}
            style={columnSpan({ m: 4, xl: 3 })}
            aria-label={t('footer.languages')}
          >
            <h2>{t('footer.languages')}</h2>
            <div className={styles['languages']}>
              <LanguageLinks />
            </div>
          </nav>
        )}
      </Grid>
      <div className={styles['small']}>
        {settings.fictional_warning && (
          <p>
            {t('footer.fictional', {
              site: settings.name,
              fictional: settings.fictional_plural ?? t('footer.fictional_plural'),
            })}
          </p>
        )}
        {american && <p>{t('footer.american')}</p>}
        <p>
          {company && `© ${company.name}, ${company.address}, ${company.city}. `}
          {company?.kvk && `${t('footer.kvk')} ${company.kvk}. `}
          <a href={`mailto:${settings.support_email}`}>{settings.support_email}</a>
          {settings.support_phone && (
            <>
              {' · '}
              <a href={`tel:${settings.support_phone.replace(/[^+\d]/g, '')}`}>{settings.support_phone}</a>
            </>
          )}
        </p>
      </div>
    </footer>
  );
}

function LegalLinks() {
  const { t } = useTranslation('common');
  const settings = useSettings();
  return (
    <ul>
      {standardPages.map((page) => (
        <li key={page}>
          <Link to={`/pages/${page}`}>{t(`footer.${page}`)}</Link>
        </li>
      ))}
      {settings.public_transparency && (
        <li>
          <Link to="/transparency">{t('footer.transparency')}</Link>
        </li>
      )}
      <li>
        <Link to="/withdraw">{t('footer.withdraw')}</Link>
      </li>
      <li>
        <Link to="/pricing">{t('footer.pricing')}</Link>
      </li>
      <li>
        <Link to="/support">{t('footer.support')}</Link>
      </li>
      <li>
        <Link to="/complaints">{t('footer.complaints')}</Link>
      </li>
    </ul>
  );
}
