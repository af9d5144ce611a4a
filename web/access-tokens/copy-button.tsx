import { useTranslation } from '#web/i18n/translate.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';

/**
 * Copies a value that is shown only once, such as a token. The page must load the namespace `access_tokens`.
 */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation('access_tokens');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast('success', t('copied')),
      () => toast('error', t('not_copied')),
    );
  return (
    <Button look="secondary" onClick={() => void copy()}>
      {t('copy')}
    </Button>
  );
}
