import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from '#web/router/hooks.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';

/** Asks for confirmation, because a block deletes both sides' chats and likes (docs/product.md 6.5). */
export function BlockDialog({
  open,
  profile,
  onClose,
}: {
  open: boolean;
  profile: { id: number; name: string };
  onClose: () => void;
}) {
  const { t } = useTranslation(['members', 'common']);
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, name } = profile;
  const block = useMutation({
    mutationFn: () => api.call('block', { body: { profile: id } }),
    onSuccess: () => {
      for (const key of ['chats', 'likes', 'members', 'user'])
        void queries.invalidateQueries({ queryKey: [key] });
      for (const key of ['chat', 'dailyPeople']) queries.removeQueries({ queryKey: [key] });
      queries.removeQueries({ queryKey: ['members'], type: 'inactive' });
      void queries.invalidateQueries({ queryKey: ['member', { id }] });
      onClose();
      toast('success', t('profile.blocked_done', { name }));
      void navigate('/members');
    },
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <Modal
      open={open}
      onClose={onClose}
      size="s"
      title={t('profile.block_title', { name })}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('cancel', { ns: 'common' })}
          </Button>
          <Button look="danger" busy={block.isPending} onClick={() => block.mutate()}>
            {t('profile.block_yes')}
          </Button>
        </>
      }
    >
      <p>{t('profile.block_text', { name })}</p>
    </Modal>
  );
}
