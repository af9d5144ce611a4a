import { useMutation } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { AnnouncementWords } from '#contract/calls/text-desk-calls.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toasts.tsx';
import type { Place } from './place.tsx';

/** Sends the mail to the operator's own address; `disabled` while there is something that is not saved. */
export function TestMail({
  template,
  place,
  announcement,
  disabled,
}: {
  template: string;
  place: Place;
  announcement?: AnnouncementWords;
  disabled?: boolean;
}) {
  const { t } = useTranslation('back_office_texts');
  const api = useApi();
  const { errorText } = useErrorText();
  const send = useMutation({
    mutationFn: () => api.call('adminMailTest', { body: { template, ...place, ...(announcement && { announcement }) } }),
    onSuccess: ({ email }) => toast('success', t('mails.test_sent', { email })),
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <Button look="secondary" busy={send.isPending} disabled={disabled} onClick={() => send.mutate()}>
      {t('mails.test')}
    </Button>
  );
}
