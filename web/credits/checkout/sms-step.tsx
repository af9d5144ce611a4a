import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { mandateReference } from '#contract/lists/payment-methods.ts';
import { isRefusal } from '#web/api.ts';
import { useCountdown } from '#web/credits/countdown.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from '#web/router/hooks.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './direct-debit.module.css';

export interface SentSmsCode {
  payment_id: string;
  phone: string;
  resend_in: number;
}

export function SmsStep({
  sent,
  creditor,
  onResent,
}: {
  sent: SentSmsCode;
  creditor: string | null;
  onResent: (sent: SentSmsCode) => void;
}) {
  const { t } = useTranslation('directdebit');
  const { errorText } = useErrorText();
  const api = useApi();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [since, setSince] = useState(() => Date.now());
  const wait = useCountdown(sent.resend_in, since) ?? sent.resend_in;
  const confirm = useMutation({
    mutationFn: () => api.call('directDebit', { body: { payment_id: sent.payment_id, code: code.trim() } }),
    onSuccess: ({ payment_id }) => void navigate(`/transactions/${payment_id}`),
  });
  const resend = useMutation({
    mutationFn: () => api.call('directDebit', { body: { payment_id: sent.payment_id, resend: true } }),
    // The button shows the delay that the server requests. An automatic retry would restart it.
    retry: (failures, error) =>
      failures < 3 && isRefusal(error) && (error.status === 0 || error.status >= 500),
    onSuccess(answer) {
      setCode('');
      confirm.reset();
      setSince(Date.now());
      onResent({
        payment_id: answer.payment_id,
        phone: answer.phone ?? sent.phone,
        resend_in: answer.resend_in ?? 60,
      });
      toast('success', t('resent'));
    },
  });
  const invalid = isRefusal(confirm.error, 'code_invalid');
  const failure = resend.error ?? (confirm.error && !invalid ? confirm.error : null);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim()) confirm.mutate();
  };
  return (
    <form className={styles['form']} onSubmit={send} noValidate>
      <FactList
        facts={[
          [t('mandate_reference'), mandateReference(sent.payment_id)],
          ...(creditor ? [[t('creditor_id'), creditor] as const] : []),
        ]}
      />
      <TextInput
        label={t('code')}
        name="code"
        value={code}
        onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, 6))}
        inputMode="numeric"
        autoComplete="one-time-code"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step is there for this code alone
        autoFocus
        className={styles['code']}
        error={invalid ? errorText(confirm.error) : undefined}
      />
      {failure && <Alert tone="error">{errorText(failure)}</Alert>}
      <Button
        type="submit"
        size="l"
        wide
        busy={confirm.isPending || confirm.isSuccess}
        disabled={code.length < 6}
      >
        {t('confirm')}
      </Button>
      <Button look="quiet" wide disabled={wait > 0} busy={resend.isPending} onClick={() => resend.mutate()}>
        {wait > 0 ? t('resend_in', { count: wait }) : t('resend')}
      </Button>
    </form>
  );
}
