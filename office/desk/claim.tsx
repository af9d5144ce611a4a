import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusal } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { HandOver } from './hand-over.tsx';
import styles from './desk.module.css';

export function Claim({
  conversation,
  mine,
  by,
}: {
  conversation: number;
  mine: boolean;
  by: { name: string } | null;
}) {
  const { t } = useTranslation('office/desk');
  const api = useApi();
  const queries = useQueryClient();
  const { errorText } = useErrorText();
  const [confirming, setConfirming] = useState(false);
  const claim = useMutation({
    mutationFn: (takeover: boolean) => api.call('deskClaim', { body: { conversation, takeover } }),
    onError: (error) => toast('error', errorText(error)),
    onSettled: () => {
      setConfirming(false);
      void queries.invalidateQueries({ queryKey: ['deskThread'] });
      void queries.invalidateQueries({ queryKey: ['desk'] });
    },
  });
  if (mine) return <HandOver conversation={conversation} />;
  const other =
    by ?? (isRefusal(claim.error, 'desk_claimed') ? { name: String(claim.error.params['name']) } : null);
  return (
    <div className={styles['claim']}>
      {other && <span>{t('answered_by', { name: other.name })}</span>}
      <Button
        size="s"
        look={other ? 'secondary' : 'primary'}
        busy={claim.isPending}
        aria-keyshortcuts="T"
        onClick={() => (other ? setConfirming(true) : claim.mutate(false))}
      >
        {t(other ? 'take_over' : 'take')}
      </Button>
      <Modal
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('take_over')}
        size="s"
        footer={
          <Button busy={claim.isPending} onClick={() => claim.mutate(true)}>
            {t('take_over')}
          </Button>
        }
      >
        <p>{t('take_over_text', { name: other?.name ?? '' })}</p>
      </Modal>
    </div>
  );
}
