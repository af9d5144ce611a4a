import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconAlert, IconReload } from '#web/ui/icons.ts';

interface WaitedFor {
  error: unknown;
  isFetching: boolean;
  refetch(): unknown;
}

export function LoadingOrError({ query, children }: { query: WaitedFor; children: ReactNode }) {
  const { t } = useTranslation('common');
  const { errorText } = useErrorText();
  if (!query.error) return children;
  return (
    <EmptyState
      icon={<IconAlert size={40} />}
      title={errorText(query.error)}
      action={
        <Button busy={query.isFetching} icon={<IconReload size={20} />} onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      }
    />
  );
}
