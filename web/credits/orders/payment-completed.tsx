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
  const over = endOf(payment);
  return (
    <section className={styles['card']}>
      <RoundIcon className={styles[over ? 'over' : 'good']}>
        {over ? <IconArrowLeft size={40} /> : <IconCheck size={44} stroke={2.4} />}
      </RoundIcon>
      <h1>
        <Heading t={t} text={over ? `completed.heading_${over}` : 'completed.heading'} />
      </h1>
      {over ? (
        // Refunds are listed below with their amounts.
        payment.reversed &&
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
      {message && !over && <p className={styles['text']}>{t(`completed.message_${message}`)}</p>}
      <WaysOn path={payment.return_to ?? null} message={message} />
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

/** Back to where the member came from, or on to members and messages. */
function WaysOn({ path, message }: { path: string | null; message: ReturnType<typeof useWaitingMessage> }) {
  const { t } = useTranslation('transactions');
  return (
    <div className={styles['actions']}>
      {path ? (
        <ButtonLink to={path} icon={isConversation(path) ? <IconSend size={20} /> : undefined}>
          {t(wayBack(path, message))}
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
  );
}

/** What became of a paid order, if it is not simply paid. */
function endOf({ reversed, refund }: Payment) {
  if (reversed) return reversed;
  return refund ? (refund.status === 'completed' ? 'part_refunded' : 'refunding') : null;
}

const isConversation = (path: string) => /\/(?:chats\/\d+|members\/\d+\/chat)(?:[?#]|$)/.test(path);

const wayBack = (path: string, message: ReturnType<typeof useWaitingMessage>) =>
  message === 'waits'
    ? 'completed.back_to_message'
    : isConversation(path)
      ? 'completed.back_to_conversation'
      : 'completed.back';
