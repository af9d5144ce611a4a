import { isRefusal } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useOpenSignup } from '#web/session/signup-intent.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useUser } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconCrown, IconLock, IconRefresh } from '#web/ui/icons.ts';
import styles from './results.module.css';

export function SearchFailed({
  error,
  onRetry,
  onWithoutTraits,
}: {
  error: unknown;
  onRetry: () => void;
  onWithoutTraits: () => void;
}) {
  const { t } = useTranslation(['members', 'common']);
  const { errorText } = useErrorText();
  const openSignup = useOpenSignup();
  const user = useUser();
  if (isRefusal(error, 'premium_only'))
    return (
      <EmptyState
        icon={<IconCrown size={30} />}
        title={t('search.traits.locked')}
        text={t('search.traits.locked_text')}
        action={
          <div className={styles['ways']}>
            {user ? (
              <ButtonLink to="/premium">{t('nav.get_premium', { ns: 'common' })}</ButtonLink>
            ) : (
              <Button onClick={() => openSignup()}>{t('search.signup')}</Button>
            )}
            <Button look="secondary" onClick={onWithoutTraits}>
              {t('search.traits.without')}
            </Button>
          </div>
        }
      />
    );
  return (
    <EmptyState
      icon={<IconRefresh size={30} />}
      title={t('search.failed')}
      text={errorText(error)}
      action={<Button onClick={onRetry}>{t('retry', { ns: 'common' })}</Button>}
    />
  );
}

export function SearchClosed() {
  const { t } = useTranslation('members');
  const openSignup = useOpenSignup();
  return (
    <EmptyState
      icon={<IconLock size={30} />}
      title={t('search.closed')}
      text={t('search.closed_text')}
      action={<Button onClick={() => openSignup()}>{t('search.signup')}</Button>}
    />
  );
}
