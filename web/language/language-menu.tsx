import type { MouseEvent } from 'react';
import { defaultLocale, type Locale, localeNames } from '#contract/lists/locales.ts';
import { rememberLocale, useLocale, usePageInLocales } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useApi, useSettings, useUser } from '#web/session/use-session.ts';
import { IconChevronDown, IconLanguage } from '#web/ui/icons.ts';
import { Menu } from '#web/ui/menu.tsx';
import styles from '#web/ui/menus.module.css';

export function LanguageMenu() {
  const { t } = useTranslation('common');
  const here = useLocale();
  return (
    <Menu
      wide
      label={t('nav.language', { language: localeNames[here] })}
      button={
        <>
          <IconLanguage size={20} aria-hidden="true" />
          <span className={styles['code']}>{here.toUpperCase()}</span>
          <IconChevronDown size={16} aria-hidden="true" className={styles['chevron']} />
        </>
      }
    >
      <LanguageLinks />
    </Menu>
  );
}

export function LanguageLinks() {
  const { languages } = useSettings();
  const here = useLocale();
  const choose = useChooseLocale();
  return usePageInLocales()
    .filter(({ locale }) => !languages || languages.includes(locale))
    .map(({ locale, href }) => (
      // The default language gets its prefix here, which makes the server store the choice for readers
      // without scripts.
      <a
        key={locale}
        href={locale === defaultLocale && here !== defaultLocale ? `/${defaultLocale}${href}` : href}
        lang={locale}
        hrefLang={locale}
        aria-current={locale === here ? 'true' : undefined}
        onClick={(event) => choose(event, locale, href)}
      >
        {localeNames[locale]}
      </a>
    ));
}

export function useChooseLocale() {
  const user = useUser();
  const api = useApi();
  return async (event: MouseEvent<HTMLAnchorElement> | null, locale: Locale, href: string) => {
    event?.preventDefault();
    rememberLocale(locale);
    if (user) await api.call('changeUser', { body: { language: locale } }).catch(() => {});
    location.assign(href);
  };
}
