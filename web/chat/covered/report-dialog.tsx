import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message } from '#contract/chat/conversations.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from '#web/router/hooks.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';

interface ReportDialogProps {
  message: Message;
  profile: { id: number; name: string };
  /** What is reported. */
  about?: 'picture' | 'words';
  onClose: () => void;
}

/**
 * Reports an unwanted picture or message and blocks its sender. The report comes first, because a block deletes the
 * conversation and the report keeps its evidence.
 */
export default function ReportDialog({ message, profile, about = 'picture', onClose }: ReportDialogProps) {
  const { t } = useTranslation(['chat', 'first_words']);
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  // A repeat after a lost response files no second complaint.
  const [clientId] = useState(() => crypto.randomUUID());
  const report = useMutation({
    mutationFn: async () => {
      const reported = { profile: profile.id, message: message.id, client_id: clientId };
      await api.call('complaint', {
        body: {
          ...reported,
          category: 'harassment',
          text: t(about === 'words' ? 'first_words:report_words' : 'covered.report_words'),
        },
      });
      await api.call('block', { body: { profile: profile.id } });
    },
    onSuccess: () => {
      for (const key of ['chats', 'likes', 'members', 'user'])
        void queries.invalidateQueries({ queryKey: [key] });
      queries.removeQueries({ queryKey: ['chat'] });
      void queries.invalidateQueries({ queryKey: ['member', { id: profile.id }] });
      onClose();
      toast('success', t('covered.reported', { name: profile.name }));
      void navigate('/chats');
    },
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <Modal
      open
      onClose={onClose}
      size="s"
      title={t('covered.report_title', { name: profile.name })}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button look="danger" busy={report.isPending} onClick={() => report.mutate()}>
            {t('covered.report')}
          </Button>
        </>
      }
    >
      <p>
        {t(about === 'words' ? 'first_words:report_text' : 'covered.report_text', { name: profile.name })}
      </p>
    </Modal>
  );
}
