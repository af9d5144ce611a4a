import { useMutation } from '@tanstack/react-query';
import type { AnnouncementWords } from '#contract/texts.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';
import type { TextPlace } from './place.tsx';

export function TestMail({
  template,
  place,
  announcement,
  texts,
  disabled,
}: {
  template: string;
  place: TextPlace;
  announcement?: AnnouncementWords;
  texts?: Record<string, string> | undefined;
  disabled?: boolean;
}) {
  const { t } = useTranslation('office/texts');
  const api = useApi();
  const { errorText } = useErrorText();
  const send = useMutation({
    mutationFn: () =>
      api.call('adminMailTest', {
        body: { template, ...place, ...(announcement && { announcement }), ...(texts && { texts }) },
      }),
    onSuccess: ({ email }) => toast('success', t('mails.test_sent', { email })),
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <Button look="secondary" busy={send.isPending} disabled={disabled} onClick={() => send.mutate()}>
      {t('mails.test')}
    </Button>
  );
}
