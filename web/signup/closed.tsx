import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from 'react-router';
import { useSettings } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconLock } from '#web/ui/icons.ts';

/** Whether this visitor may sign up as far as the browser can tell; the server has the last word (docs/product.md 6). */
export function useSignupsOpen(): boolean {
  const { signups, traffic_source } = useSettings();
  const [query] = useSearchParams();
  if (signups === 'invite') return query.get('invite') !== null;
  return signups === 'all' || traffic_source === true;
}

/** Signing up is by invitation: what that means and where to go. */
export function Closed() {
  const { t } = useTranslation('signup');
  return (
    <EmptyState icon={<IconLock size={30} />} title={t('closed.title')} text={t('closed.text')} action={<ButtonLink to="/login">{t('log_in')}</ButtonLink>} />
  );
}
