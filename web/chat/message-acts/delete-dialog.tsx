import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Message } from '#contract/chat/conversations.ts';
import { asDeleted, placeMessage } from '#web/chat/chat-query.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';

interface DeleteDialogProps {
  message: Message;
  profile: number;
  onClose: () => void;
}

/** Deletes a message after confirmation, because its credits are not returned. */
export function DeleteDialog({ message, profile, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('chat');
  const queries = useQueryClient();
  const api = useApi();
  const { errorText } = useErrorText();
  const remove = useMutation({
    mutationFn: () => api.call('deleteMessage', { body: { message: message.id } }),
    onMutate: () => placeMessage(queries, asDeleted(message), profile),
    onError: (error) => {
      placeMessage(queries, message, profile);
      toast('error', errorText(error));
    },
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={t('delete_title')}
      size="s"
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            look="danger"
            onClick={() => {
              onClose();
              remove.mutate();
              // The button that had the focus disappears with the message.
              requestAnimationFrame(() =>
                document.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true }),
              );
            }}
          >
            {t('delete_message')}
          </Button>
        </>
      }
    >
      {t('delete_confirm')}
    </Modal>
  );
}
