import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';

export function HandOver({ conversation }: { conversation: number }) {
  const { t } = useTranslation('office/desk');
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const release = useMutation({
    mutationFn: () => api.call('deskRelease', { body: { conversation, note } }),
    onSuccess: () => {
      setOpen(false);
      void queries.invalidateQueries({ queryKey: ['deskThread'] });
      void queries.invalidateQueries({ queryKey: ['desk'] });
    },
    onError: (error) => toast('error', errorText(error)),
  });
  return (
    <>
      <Button size="s" look="secondary" aria-keyshortcuts="H" onClick={() => setOpen(true)}>
        {t('hand_over')}
      </Button>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title={t('hand_over')}
        size="s"
        footer={
          <Button busy={release.isPending} onClick={() => release.mutate()}>
            {t('hand_over')}
          </Button>
        }
      >
        <Textarea
          label={t('hand_over_note')}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.target.value)}
          rows={3}
        />
      </Modal>
    </>
  );
}
