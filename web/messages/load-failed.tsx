import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';

export function LoadFailed({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <Alert
      tone="error"
      action={
        <Button size="s" look="secondary" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
