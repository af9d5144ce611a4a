import { defaultLocale, localeNames, locales } from '#contract/lists/locales.ts';
import { formatsOf, useTimeZone } from '#web/i18n/format.ts';
import { useLocale, usePageInLocales } from '#web/i18n/locale-links.tsx';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useChooseLocale } from '#web/language/language-menu.tsx';
import { useSettings, useUser } from '#web/session/use-session.ts';
import { IconCheck } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import styles from './lang-config.module.css';

export default function LangConfig() {
  const { t } = useTranslation('common');
  const { languages = locales, countries } = useSettings();
  const user = useUser();
  const here = useLocale();
  const timeZone = useTimeZone();
  const choose = useChooseLocale();
  const pages = usePageInLocales().filter(({ locale }) => languages.includes(locale));
  const heading = <Stressed text={t('lang_config.heading')} />;
  return (
    <Page
      title={t('lang_config.title')}
      heading={heading}
      lead={t('lang_config.lead', { account: user ? t('lang_config.with_account') : '' })}
      isPublic
    >
      <ul className={styles['grid']}>
        {pages.map(({ locale, href }) => {
          const formats = formatsOf(locale, timeZone);
          const spoken = countries
            .filter(({ language }) => language === locale)
            .map(({ code }) => formats.country(code));
          return (
            <li key={locale}>
              <a
                href={locale === defaultLocale && here !== defaultLocale ? `/${defaultLocale}${href}` : href}
                lang={locale}
                hrefLang={locale}
                aria-current={locale === here ? 'true' : undefined}
                onClick={(event) => choose(event, locale, href)}
              >
                <strong>{localeNames[locale]}</strong>
                <span>{formats.list(spoken)}</span>
                {locale === here && <IconCheck size={22} aria-hidden="true" />}
              </a>
            </li>
          );
        })}
      </ul>
    </Page>
  );
}
