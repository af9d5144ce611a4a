import { useState } from 'react';
import type { User } from '#contract/membership/user.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useDismissal } from '#web/session/dismissals.ts';
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx';
import { IconCoins, IconHeart, IconMessage, IconSearch, IconX } from '#web/ui/icons.ts';
import { RoundIcon } from '#web/ui/round-icon.tsx';
import styles from './welcome-tour.module.css';

const steps = [
  { key: 'search', Icon: IconSearch, to: null },
  { key: 'likes', Icon: IconHeart, to: '/swipe-game' },
  { key: 'messages', Icon: IconMessage, to: null },
  { key: 'credits', Icon: IconCoins, to: '/pricing' },
] as const;

/**
 * Introduces a new member to the site once. The card is beside the results, blocks nothing and takes no
 * focus. Once closed or finished it does not return.
 */
export function WelcomeTour({ user }: { user: User }) {
  const { t } = useTranslation('members');
  const [, dismiss] = useDismissal('welcome_tour');
  const [at, setAt] = useState(0);
  const step = steps[at];
  if (!step) return null;
  const { key, Icon, to } = step;
  const last = at === steps.length - 1;
  return (
    <aside data-tour="" className={styles['tour']} aria-label={t('tour.title')}>
      <header>
        <small>{t('tour.title')}</small>
        <IconButton label={t('tour.skip')} size="s" onClick={dismiss}>
          <IconX size={18} />
        </IconButton>
      </header>
      <div className={styles['step']} aria-live="polite">
        <RoundIcon small>
          <Icon size={26} stroke={1.7} />
        </RoundIcon>
        <div>
          <h2>{t(`tour.${key}.title`)}</h2>
          <p>
            {key === 'messages'
              ? t('tour.messages.text', { count: user.free_messages_left })
              : t(`tour.${key}.text`)}
          </p>
          {to && (
            <ButtonLink to={to} look="quiet" size="s" className={styles['way']}>
              {t(`tour.${key}.way`)}
            </ButtonLink>
          )}
        </div>
      </div>
      <footer>
        <span className={styles['place']}>{t('tour.place', { number: at + 1, of: steps.length })}</span>
        {at > 0 && (
          <Button look="quiet" size="s" onClick={() => setAt(at - 1)}>
            {t('tour.back')}
          </Button>
        )}
        <Button size="s" onClick={() => (last ? dismiss() : setAt(at + 1))}>
          {t(last ? 'tour.done' : 'tour.next')}
        </Button>
      </footer>
    </aside>
  );
}
