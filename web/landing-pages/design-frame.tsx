import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Landing } from '#contract/landing-pages.ts';
import { isOpenDesign } from '#contract/lists/landing-designs.ts';
import { moodColours } from '#contract/rules/landing-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { PageHead } from '#web/ui/page.tsx';
import styles from './design.module.css';

interface Props {
  landing: Landing;
  /**
   * URL of the design's own script, a separate bundle. The script may only change attributes, so that
   * hydration still matches.
   */
  island?: string;
  className?: string;
  children: ReactNode;
}

export function DesignPage({ landing, island, className, children }: Props) {
  const { t } = useTranslation('landing_designs');
  const isPublic = isOpenDesign(landing.lander);
  const [deep, bright] = moodColours[landing.imagery];
  const title = landing.headline.replace(/<\/?em>/g, '');
  return (
    <div
      className={clsx(styles['page'], className)}
      style={{ '--deep': deep, '--bright': bright }}
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

export function LandingOffer({ landing }: { landing: Landing }) {
  const { t } = useTranslation('landing_designs');
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
