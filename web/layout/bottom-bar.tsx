import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { NavLink } from '#web/router/link.tsx';
import { lowCredits } from '#web/session/low-credits.ts';
import { useUser } from '#web/session/use-session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { IconCoins, IconCrown, IconHeart, IconMessage, IconSearch, IconUserCircle } from '#web/ui/icons.ts';
import styles from './bottom-bar.module.css';

/** Attribute of a layout with the bar, which makes room for it. */
export const useBottomBarAttribute = () => (useUser() ? { 'data-has-bottom-bar': '' } : {});

export function BottomBar() {
  const { t } = useTranslation('common');
  const user = useUser();
  if (!user) return null;
  const { credits, paid_user, new_likes, unread_messages } = user;
  return (
    <nav className={styles['bar']} aria-label={t('nav.main')} data-bottom-bar="">
      <Entry to="/members" icon={<IconSearch size={24} />} text={t('nav.members')} />
      <Entry
        to="/chats"
        icon={<IconMessage size={24} />}
        text={t('nav.messages')}
        badge={<Badge count={unread_messages} label={t('nav.unread', { count: unread_messages })} />}
      />
      <Entry
        to="/likes"
        icon={<IconHeart size={24} />}
        text={t('nav.likes')}
        badge={<Badge count={new_likes} label={t('nav.new_likes', { count: new_likes })} />}
      />
      {paid_user ? (
        <Entry
          to="/credits"
          icon={<IconCoins size={24} />}
          text={t('nav.credits')}
          badge={
            credits <= lowCredits && (
              <Badge
                count={credits}
                showZero
                tone={credits === 0 ? 'red' : 'gold'}
                label={t('nav.credits_left', { count: credits })}
              />
            )
          }
        />
      ) : (
        <Entry to="/premium" icon={<IconCrown size={24} />} text={t('nav.premium')} />
      )}
      <Entry to="/profile" icon={<IconUserCircle size={24} />} text={t('nav.profile')} />
    </nav>
  );
}

function Entry({ to, icon, text, badge }: { to: string; icon: ReactNode; text: string; badge?: ReactNode }) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) => clsx(styles['entry'], isActive && styles['here'])}
      prefetch="intent"
    >
      <span className={styles['icon']} aria-hidden="true">
        {icon}
      </span>
      <span className={styles['text']}>{text}</span>
      {badge && <span className={styles['badge']}>{badge}</span>}
    </NavLink>
  );
}
