import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminRefund } from '#contract/payments/admin-payment.ts';
import { May } from '#office/pieces/may.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './payments.module.css';

type Decision = 'approve' | 'decline' | 'done';
const tones = {
  approval: 'gold',
  pending: 'soft',
  claimable: 'gold',
  by_hand: 'gold',
  completed: 'green',
  declined: 'soft',
} as const;

export function RefundList({ refunds }: { refunds: AdminRefund[] }) {
  const { t } = useTranslation('office/payments');
  const formats = useFormats();
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const { id: me } = useMember();
  const decide = useMutation({
    mutationFn: (body: { refund: string; decision: Decision }) => api.call('adminRefund', { body }),
    onSuccess: () => toast('success', t('orders.sent')),
    onError: (error) => toast('error', errorText(error)),
    onSettled() {
      for (const name of ['adminPayments', 'adminPayment'])
        void queries.invalidateQueries({ queryKey: [name] });
    },
  });
  const button = (refund: AdminRefund, decision: Decision, look: 'primary' | 'secondary' = 'secondary') => (
    <Button
      key={decision}
      look={look}
      size="s"
      busy={decide.isPending}
      onClick={() => decide.mutate({ refund: refund.id, decision })}
    >
      {t(`orders.${decision}`)}
    </Button>
  );
  return (
    <ul className={styles['rows']}>
      {refunds.map((refund) => (
        <li key={refund.id}>
          <div className={styles['what']}>
            <b>{formats.money(refund.amount)}</b>
            <small>
              {t(`orders.kind.${refund.kind}`)} · {t('orders.credits')}: {formats.number(refund.credits)} ·{' '}
              {formats.date(refund.created_at)}, {formats.time(refund.created_at)}
            </small>
            {(refund.reason ?? refund.failure) && (
              <small>{[refund.reason, refund.failure].filter(Boolean).join(' · ')}</small>
            )}
            {refund.claim_url && (
              <small>
                <a href={refund.claim_url} target="_blank" rel="noopener noreferrer">
                  {t('orders.claim')}
                </a>
              </small>
            )}
          </div>
          <Tag tone={tones[refund.status]}>{t(`orders.status.${refund.status}`)}</Tag>
          <May call="adminRefund">
            {refund.status === 'approval' && (
              <div className={styles['buttons']}>
                {refund.operator !== me && button(refund, 'approve', 'primary')}
                {button(refund, 'decline')}
              </div>
            )}
            {refund.status === 'by_hand' && refund.operator !== me && (
              <div className={styles['buttons']}>{button(refund, 'done')}</div>
            )}
          </May>
        </li>
      ))}
    </ul>
  );
}
