import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { useSettings } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconLock } from '#web/ui/icons.ts';

/**
 * Returns whether this visitor may sign up, as far as the browser can tell. The server decides
 * (docs/product.md 6.2).
 */
export function useSignupsOpen(): boolean {
  const { signups, traffic_source } = useSettings();
  const [query] = useSearchParams();
  if (signups === 'invite') return query.get('invite') !== null;
  return signups === 'all' || traffic_source === true;
}

export function SignupClosed() {
  const { t } = useTranslation('signup');
  const bySource = useSettings().signups === 'with_trafficsource';
  return (
    <EmptyState
      icon={<IconLock size={30} />}
      title={t(bySource ? 'closed.source_title' : 'closed.title')}
      text={t(bySource ? 'closed.source_text' : 'closed.text')}
      action={<ButtonLink to="/login">{t('log_in')}</ButtonLink>}
    />
  );
}
