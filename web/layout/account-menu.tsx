import type { User } from '#contract/membership/user.ts';
import { useLocalePath } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { loadChunk } from '#web/session/missing-chunk.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { IconChevronDown, IconInfo, IconLogout, IconSettings, IconUserCircle } from '#web/ui/icons.ts';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import styles from '#web/ui/menus.module.css';

export function AccountMenu({ user }: { user: User }) {
  const { t } = useTranslation('common');
  const { errorText } = useErrorText();
  const api = useApi();
  const path = useLocalePath();
  const logout = async () => {
    try {
      const { forgetOnDevice } = await loadChunk(() => import('#web/session/forget-on-device.ts'));
      await api.call('logout');
      await forgetOnDevice(user.id);
      // Loading a new document removes all member data from memory.
      window.location.assign(path('/'));
    } catch (error) {
      toast('error', errorText(error));
    }
  };
  return (
    <Menu
      label={t('nav.account', { name: user.profile.name })}
      buttonClassName={styles['account']}
      button={
        <>
          <Avatar profile={user.profile} size={34} />
          <span className={styles['name']}>{user.profile.name}</span>
          <IconChevronDown size={16} aria-hidden="true" className={styles['chevron']} />
        </>
      }
    >
      <Link to="/profile">
        <IconUserCircle size={20} aria-hidden="true" />
        {t('nav.my_profile')}
      </Link>
      <Link to="/notifications">
        <IconSettings size={20} aria-hidden="true" />
        {t('nav.settings')}
      </Link>
      <Link to="/support">
        <IconInfo size={20} aria-hidden="true" />
        {t('footer.support')}
      </Link>
      <ThemeChoice />
      <hr />
      <button type="button" onClick={logout}>
        <IconLogout size={20} aria-hidden="true" />
        {t('nav.logout')}
      </button>
    </Menu>
  );
}
