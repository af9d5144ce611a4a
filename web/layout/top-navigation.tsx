import { clsx } from 'clsx';
import type { User } from '#contract/membership/user.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { isInstalled } from '#web/page/is-installed.ts';
import { useBrowser } from '#web/page/use-browser.ts';
import { useNavigate, useRouteName } from '#web/router/hooks.ts';
import { NavLink } from '#web/router/link.tsx';
import { lowCredits } from '#web/session/low-credits.ts';
import { useUser } from '#web/session/use-session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Brand } from '#web/ui/brand.tsx';
import { ButtonLink, IconButton } from '#web/ui/button.tsx';
import { IconArrowLeft, IconBell, IconCoins, IconCrown } from '#web/ui/icons.ts';
import { LanguageMenu } from '../language/language-menu.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './top-navigation.module.css';

/** Routes with a back button in the installed app (docs/product.md 2.6). */
const withBack = ['members-id', 'likes-type', 'likes-m-id', 'credits', 'credits-id-paymentmethod'];

export function TopNavigation() {
  const { t } = useTranslation('common');
  const user = useUser();
  const name = useRouteName();
  // The first message to a member is written on a page below /members, which still belongs to Chats.
  const writing = name === 'members-id-chat';
  return (
    <header className={styles['bar']}>
      <BackButton shown={withBack.includes(name)} />
      <Brand />
      {user && (
        <nav className={styles['main']} aria-label={t('nav.main')}>
          <NavLink
            to="/members"
            className={({ isActive }) => entry({ isActive: isActive && !writing })}
            aria-current={writing ? false : 'page'}
            prefetch="intent"
          >
            {t('nav.search_members')}
          </NavLink>
          <NavLink
            to="/chats"
            className={({ isActive }) => entry({ isActive: isActive || writing })}
            prefetch="intent"
          >
            {t('nav.messages')}
            <Badge count={user.unread_messages} label={t('nav.unread', { count: user.unread_messages })} />
          </NavLink>
          <NavLink to="/likes" className={entry} prefetch="intent">
            {t('nav.likes')}
            <Badge count={user.new_likes} label={t('nav.new_likes', { count: user.new_likes })} />
          </NavLink>
          <CreditsEntry user={user} />
        </nav>
      )}
      <div className={styles['end']}>
        {user && <CoinBadge user={user} />}
        {user && <Bell user={user} />}
        {name !== 'complete-signup' && <LanguageMenu />}
        {user ? (
          <AccountMenu user={user} />
        ) : (
          <ButtonLink to="/login" look="secondary" size="s" className={styles['login']}>
            {t('nav.login')}
          </ButtonLink>
        )}
      </div>
    </header>
  );
}

const entry = ({ isActive }: { isActive: boolean }) => clsx(styles['entry'], isActive && styles['here']);

function CreditsEntry({ user }: { user: User }) {
  const { t } = useTranslation('common');
  if (!user.paid_user) {
    return (
      <NavLink to="/premium" className={(state) => clsx(entry(state), styles['premium'])} prefetch="intent">
        <IconCrown size={18} aria-hidden="true" />
        {t('nav.get_premium')}
      </NavLink>
    );
  }
  return (
    <NavLink to="/credits" className={entry} prefetch="intent">
      {t('nav.credits')}
      {user.credits <= lowCredits && (
        <Badge
          count={user.credits}
          showZero
          tone={user.credits === 0 ? 'red' : 'gold'}
          label={t('nav.credits_left', { count: user.credits })}
        />
      )}
    </NavLink>
  );
}

function CoinBadge({ user }: { user: User }) {
  const { t } = useTranslation('common');
  return (
    <NavLink
      to={user.paid_user ? '/credits' : '/premium'}
      className={styles['coins']}
      aria-label={t('nav.credits_left', { count: user.credits })}
    >
      <IconCoins size={18} aria-hidden="true" />
      {user.credits}
    </NavLink>
  );
}

function Bell({ user }: { user: User }) {
  const { t } = useTranslation('common');
  return (
    <NavLink to="/activity" className={(state) => clsx(entry(state), styles['bell'])} prefetch="intent">
      <IconBell size={22} aria-hidden="true" />
      <span className="visually-hidden">{t('nav.activity')}</span>
      <Badge count={user.new_activity} label={t('nav.new_activity', { count: user.new_activity })} />
    </NavLink>
  );
}

function BackButton({ shown }: { shown: boolean }) {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const installed = useBrowser(() => isInstalled() && window.history.length > 1, false);
  if (!shown || !installed) return null;
  return (
    <IconButton label={t('nav.back')} onClick={() => navigate(-1)} className={styles['back']}>
      <IconArrowLeft size={22} />
    </IconButton>
  );
}
