import { clsx } from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { moodColours } from '#contract/rules/landing-rules.ts';
import type { Landing } from '#contract/calls/visitor-calls.ts';
import { useSettings } from '#web/session/use-session.ts';
import { PageHead } from '#web/ui/page.tsx';
import styles from './lander.module.css';

interface Props {
  landing: Landing;
  /** Address of the design's own script, a bundle of its own: it changes attributes only, so that React finds the page as it left it. */
  island?: string;
  /** Robots may read it: designs that speak of no member. */
  isPublic?: boolean;
  className?: string;
  children: ReactNode;
}

/** Head, colours and script around a design. */
export function LanderPage({ landing, island, isPublic, className, children }: Props) {
  const { t } = useTranslation('landers');
  const [deep, bright] = moodColours[landing.imagery];
  const title = landing.headline.replace(/<\/?em>/g, '');
  return (
    <div
      className={clsx(styles['page'], className)}
      style={{ '--deep': deep, '--bright': bright } as CSSProperties}
      data-lander={landing.lander}
      data-slug={landing.slug}
      suppressHydrationWarning
    >
      <PageHead
        title={title}
        description={landing.lead}
        isPublic={isPublic}
        picture={`/og/${landing.lander}/${landing.slug}`}
        canonicalPath={isPublic ? `/landers/${landing.lander}` : undefined}
      />
      {children}
      <p className={styles['nobody']}>{t('nobody')}</p>
      {island && <script async type="module" src={island} suppressHydrationWarning />}
    </div>
  );
}

/** What the slug offers, in a line: free messages or the welcome discount, and that there is no subscription. */
export function Offer({ landing }: { landing: Landing }) {
  const { t } = useTranslation('landers');
  const { free_messages = 5 } = useSettings();
  const offers = {
    messages: free_messages > 0 ? t('offer_messages', { count: free_messages }) : null,
    discount: landing.percentage ? t('offer_discount', { percentage: landing.percentage }) : null,
    none: null,
  };
  const offer = offers[landing.offer];
  return (
    <ul className={styles['offer']}>
      {offer && <li>{offer}</li>}
      <li>{t('no_subscription')}</li>
    </ul>
  );
}
