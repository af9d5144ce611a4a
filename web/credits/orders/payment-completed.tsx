import type { Payment } from '#contract/payments/orders.ts';
import { Heading } from '#web/credits/heading.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useMember } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { IconArrowLeft, IconCheck, IconCrown, IconSend } from '#web/ui/icons.ts';
import { RoundIcon } from '#web/ui/round-icon.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { useWaitingMessage } from './use-waiting-message.ts';
import styles from './payment-result.module.css';

export function CompletedPayment({ payment }: { payment: Payment }) {
  const { t } = useTranslation('transactions');
  const user = useMember();
  const message = useWaitingMessage(payment.return_to ?? null);
  return (
    <section className={styles['card']}>
      <RoundIcon className={styles[payment.reversed ? 'over' : 'good']}>
        {payment.reversed ? <IconArrowLeft size={40} /> : <IconCheck size={44} stroke={2.4} />}
      </RoundIcon>
      <h1>
        <Heading
          t={t}
          text={payment.reversed ? `completed.heading_${payment.reversed}` : 'completed.heading'}
        />
      </h1>
      {payment.reversed ? (
        // Refunds are listed below with their amounts.
        !payment.refund && <Alert tone="warning">{t(`completed.reversed_${payment.reversed}`)}</Alert>
      ) : (
        <>
          <p className={styles['text']}>{t('completed.text', { count: payment.credits })}</p>
          <p className={styles['balance']}>{t('completed.balance', { count: user.credits })}</p>
          {payment.first && user.paid_user && (
            <p className={styles['premium']}>
              <IconCrown size={20} aria-hidden="true" />
              {t('completed.premium')}
            </p>
          )}
        </>
      )}
      {message && !payment.reversed && <p className={styles['text']}>{t(`completed.message_${message}`)}</p>}
      <div className={styles['actions']}>
        {payment.return_to ? (
          <ButtonLink
            to={payment.return_to}
            icon={isConversation(payment.return_to) ? <IconSend size={20} /> : undefined}
          >
            {t(wayBack(payment.return_to, message))}
          </ButtonLink>
        ) : (
          <>
            <ButtonLink to="/members" size="l">
              {t('completed.members')}
            </ButtonLink>
            <ButtonLink to="/chats" size="l" look="secondary">
              {t('completed.chats')}
            </ButtonLink>
          </>
        )}
      </div>
      <PaymentFacts payment={payment} />
      {!payment.reversed && (
        <p className={styles['small']}>
          {t(user.status === 'not_confirmed' ? 'completed.receipt_later' : 'completed.receipt', {
            email: user.email,
          })}
        </p>
      )}
    </section>
  );
}

const isConversation = (path: string) => /\/(?:chats\/\d+|members\/\d+\/chat)(?:[?#]|$)/.test(path);

const wayBack = (path: string, message: ReturnType<typeof useWaitingMessage>) =>
  message === 'waits'
    ? 'completed.back_to_message'
    : isConversation(path)
      ? 'completed.back_to_conversation'
      : 'completed.back';
