import { locales } from '#contract/lists/locales.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LanguageLinks } from '#web/language/language-menu.tsx';
import { useSettings } from '#web/session/use-session.ts';
import styles from './landing.module.css';

export function Languages() {
  const { t } = useTranslation('home');
  const { languages = locales, countries } = useSettings();
  return (
    <section className={styles['tongues']} aria-labelledby="languages">
      <h2 id="languages">{t('languages.title', { count: languages.length, countries: countries.length })}</h2>
      <div className={styles['list']}>
        <LanguageLinks />
      </div>
    </section>
  );
}
