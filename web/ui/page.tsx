import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { indexedLocales, localePath, locales } from '#contract/lists/locales.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { usePage } from '#web/page/page.tsx';
import { useLocation } from '#web/router/hooks.ts';
import { useSettings, useUser } from '#web/session/use-session.ts';
import styles from './page.module.css';

interface PageHeadProps {
  /** Translated page title, to which the site's name is appended. Null uses the site's own title. */
  title: string | null;
  description?: string;
  /** Allows indexing and adds canonical and hreflang links. All other pages are `noindex`. */
  isPublic?: boolean;
  picture?: string;
  /** Canonical path without locale prefix, for pages with several addresses. */
  canonicalPath?: string;
}

/**
 * Title, description and links in the document head. The title starts with the number of unread messages and
 * new likes (docs/product.md 2.5).
 */
export function PageHead({
  title,
  description,
  isPublic,
  picture = '/og/site/1',
  canonicalPath,
}: PageHeadProps) {
  const { origin } = usePage();
  const { t } = useTranslation('common');
  const settings = useSettings();
  const user = useUser();
  const location = useLocation();
  const pathname = canonicalPath ?? location.pathname;
  const locale = useLocale();
  const own = settings.domain_language;
  const languages = indexedLocales(settings.languages ?? locales, own);
  const waiting = user ? user.unread_messages + user.new_likes : 0;
  const text =
    title === null
      ? settings.index_title || t('index_title', { site: settings.name })
      : `${title} · ${settings.name}`;
  // A public page always has a description, at least the site's own.
  const summary = description ?? (isPublic ? settings.description || t('footer.promise') : undefined);
  return (
    <>
      <title>{waiting ? `(${waiting}) ${text}` : text}</title>
      {summary && <meta name="description" content={summary} />}
      {isPublic ? (
        <>
          <link rel="canonical" href={origin + localePath(locale, pathname)} />
          {languages.map((language) => (
            <link
              key={language}
              rel="alternate"
              hrefLang={language}
              href={origin + localePath(language, pathname)}
            />
          ))}
          <link rel="alternate" hrefLang="x-default" href={origin + localePath(own, pathname)} />
          <meta property="og:title" content={text} />
          <meta property="og:description" content={summary} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={settings.name} />
          <meta property="og:locale" content={locale} />
          <meta property="og:url" content={origin + localePath(locale, pathname)} />
          <meta property="og:image" content={`${origin}${picture}.png?l=${locale}`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      ) : (
        <meta name="robots" content="noindex, nofollow" />
      )}
    </>
  );
}

interface PageProps extends PageHeadProps {
  /**
   * The heading; `<em>` stresses a word. If undefined, the title is the heading. Null if the screen renders
   * its own `<h1>`.
   */
  heading?: ReactNode;
  lead?: ReactNode;
  aside?: ReactNode;
  /** `narrow` for forms and texts (640 px), `wide` for lists (1144 px). */
  width?: 'narrow' | 'wide';
  /**
   * For content whose height changes after loading: keeps the footer below the viewport, so that it does not
   * jump.
   */
  settles?: boolean;
  children: ReactNode;
  className?: string;
}

export function Page({
  heading,
  lead,
  aside,
  width = 'wide',
  settles,
  children,
  className,
  ...head
}: PageProps) {
  return (
    <div className={clsx(styles['page'], styles[width], className)} data-waiting={settles ? '' : undefined}>
      <PageHead {...head} />
      {heading !== null && (
        <div className={styles['head']}>
          <div>
            <h1>{heading ?? head.title}</h1>
            {lead && <p className={styles['lead']}>{lead}</p>}
          </div>
          {aside}
        </div>
      )}
      {children}
    </div>
  );
}

export function Card({
  children,
  className,
  title,
  id,
}: {
  children: ReactNode;
  className?: string;
  title?: ReactNode;
  id?: string;
}) {
  return (
    <section id={id} className={clsx(styles['card'], className)}>
      {title && <h2>{title}</h2>}
      {children}
    </section>
  );
}
