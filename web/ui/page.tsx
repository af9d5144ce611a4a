import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useLocation } from 'react-router';
import { localePath, locales } from '#contract/lists/locales.ts';
import { usePage } from '#web/page/page.tsx';
import { useSettings, useUser } from '#web/session/use-session.ts';
import styles from './page.module.css';

interface PageHeadProps {
  /** What the page is, already translated; the site's name is added. Null: the site's own title. */
  title: string | null;
  description?: string;
  /** A page anyone may find: canonical, hreflang, indexed. Every other page asks robots to stay away. */
  isPublic?: boolean;
  /** Path of the picture that other sites show with a link to this page; the site's own where none is given. */
  picture?: string;
  /** The address robots should know the page by, where it has several; without locale prefix. */
  canonicalPath?: string;
}

/** Title, description and links of the document's head. The title begins with the number of unread messages plus new likes (docs/product.md 2). */
export function PageHead({ title, description, isPublic, picture = '/og/site/1', canonicalPath }: PageHeadProps) {
  const { origin } = usePage();
  const { t, i18n } = useTranslation('common');
  const settings = useSettings();
  const user = useUser();
  const location = useLocation();
  const pathname = canonicalPath ?? location.pathname;
  const languages = settings.languages ?? locales;
  const own = settings.domain_language;
  const waiting = user ? user.unread_messages + user.new_likes : 0;
  const text = title === null ? settings.index_title || t('index_title', { site: settings.name }) : `${title} · ${settings.name}`;
  // A page that anyone may find says what it is, at least what the site is.
  const summary = description ?? (isPublic ? settings.description || t('footer.promise') : undefined);
  return (
    <>
      <title>{waiting ? `(${waiting}) ${text}` : text}</title>
      {summary && <meta name="description" content={summary} />}
      {isPublic ? (
        <>
          <link rel="canonical" href={origin + localePath(i18n.language as never, pathname)} />
          {languages.map((locale) => (
            <link key={locale} rel="alternate" hrefLang={locale} href={origin + localePath(locale, pathname)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={origin + localePath(own, pathname)} />
          <meta property="og:title" content={text} />
          <meta property="og:description" content={summary} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={settings.name} />
          <meta property="og:locale" content={i18n.language} />
          <meta property="og:url" content={origin + localePath(i18n.language as never, pathname)} />
          <meta property="og:image" content={`${origin}${picture}.png?l=${i18n.language}`} />
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
  /** The heading; `<em>` stresses a word. Left out, the title is the heading. Null: the screen brings its own `<h1>`. */
  heading?: ReactNode;
  /** A sentence under the heading. */
  lead?: ReactNode;
  /** At the heading's right: a sort order, a button. */
  aside?: ReactNode;
  /** `narrow` for forms and texts (640 px), `wide` for lists (1144 px). */
  width?: 'narrow' | 'wide';
  /** What it shows comes after it opened, longer or shorter: the footer stays below the window, so that it does not jump before the reader. */
  settles?: boolean;
  children: ReactNode;
  className?: string;
}

/** A screen in the default layout: head of the document, heading, content. */
export function Page({ heading, lead, aside, width = 'wide', settles, children, className, ...head }: PageProps) {
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

/** A card: a white surface with the product's corners and shadow. */
export function Card({ children, className, title, id }: { children: ReactNode; className?: string; title?: ReactNode; id?: string }) {
  return (
    <section id={id} className={clsx(styles['card'], className)}>
      {title && <h2>{title}</h2>}
      {children}
    </section>
  );
}
