import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/membership/user.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { userQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import section from './section.module.css';

/** Objection to keeping the advertising reference (GDPR 21), which erases it. */
export function AdvertisingSource({ user }: { user: User }) {
  const { t } = useTranslation('notifications');
  const { errorText } = useErrorText();
  const formats = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const object = useMutation({
    mutationFn: () => api.call('objectToSource'),
    onSuccess: (changed) => queries.setQueryData(userQuery.queryKey, changed),
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <Card>
      <h2>{t('source.title')}</h2>
      {user.source_objected_at ? (
        <p role="status">{t('source.done', { date: formats.date(user.source_objected_at) })}</p>
      ) : (
        <>
          <p className={section['lead']}>{t('source.text')}</p>
          <div>
            <Button look="secondary" busy={object.isPending} onClick={() => object.mutate()}>
              {t('source.button')}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}
