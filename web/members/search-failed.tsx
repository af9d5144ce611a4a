import { useTranslation } from 'react-i18next';
import { isRefusal } from '#web/api.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useOpenSignup } from '#web/session/signup-intent.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconLock, IconRefresh } from '#web/ui/icons.ts';

/** No results came: search is closed to visitors, or something is away. Each with its way out. */
export function SearchFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['members', 'common']);
  const { errorText } = useErrorText();
  const openSignup = useOpenSignup();
  if (isRefusal(error, 'search_closed'))
    return (
      <EmptyState
        icon={<IconLock size={30} />}
        title={t('search.closed')}
        text={t('search.closed_text')}
        action={<Button onClick={() => openSignup()}>{t('search.signup')}</Button>}
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
