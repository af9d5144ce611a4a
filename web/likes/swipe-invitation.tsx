import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { IconCards } from '#web/ui/icons.ts';
import styles from './likes.module.css';

export function SwipeInvitation() {
  const { t } = useTranslation('likes');
  return (
    <aside className={styles['swipe']}>
      <IconCards size={36} stroke={1.5} aria-hidden="true" />
      <p>{t('play_text', { count: useSettings().swipe_likes ?? 0 })}</p>
      <ButtonLink to="/swipe-game">{t('play')}</ButtonLink>
    </aside>
  );
}
