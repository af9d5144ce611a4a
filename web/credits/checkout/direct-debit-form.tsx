import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from 'react-router';
import type { CallBody } from '#contract/calls.ts';
import { ApiError } from '#web/api.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Checkbox, TextInput } from '#web/ui/field.tsx';
import { IconLock } from '#web/ui/icons.ts';
import type { Sent } from './sms-step.tsx';
import { useOrderQuery } from '#web/credits/order-query.ts';
import styles from './direct-debit.module.css';

type Form = Extract<CallBody<'directDebit'>, { iban: string }>;

export interface DebitOrder {
  package: number;
  /** Begun at payment.php already. */
  payment_id?: string;
  discountcode?: string;
  return_to?: string;
  /** What is collected, in words. */
  price: string;
  company: string;
  /** Its SEPA creditor identifier. */
  creditor: string | null;
}

/** Account holder, IBAN, address, mobile number and consent. */
export function DirectDebitForm({ order, onSent }: { order: DebitOrder; onSent: (sent: Sent) => void }) {
  const { t } = useTranslation('directdebit');
  const { errorText, fieldTexts } = useErrorText();
  const { carry } = useOrderQuery();
  const api = useApi();
  const navigate = useNavigate();
  const language = useLocale();
  const key = useRef('');
  const form = useRef<HTMLFormElement>(null);
  const begin = useMutation({
    mutationFn: (form: Form) => api.call('directDebit', { body: form }),
    onSuccess(answer) {
      if (answer.step === 'done') return void navigate(`/transactions/${answer.payment_id}`);
      onSent({ payment_id: answer.payment_id, phone: answer.phone ?? '', resend_in: answer.resend_in ?? 60 });
    },
  });
  const errors = fieldTexts(begin.error);
  const general = begin.error && !(begin.error instanceof ApiError && begin.error.code === 'invalid_fields');

  // The first field that needs attention gets it.
  useEffect(() => {
    if (begin.error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [begin.error]);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { consent, ...values } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const { price: _price, company: _company, creditor: _creditor, ...rest } = order;
    key.current ||= crypto.randomUUID();
    begin.mutate({ ...rest, ...values, consent: consent === 'on', language, idempotency_key: key.current } as Form);
  };
  const field = (name: string) => ({ name, label: t(name as 'iban'), error: errors[name], required: true });

  return (
    <form ref={form} className={styles['form']} onSubmit={send} noValidate>
      <h2>{t('who')}</h2>
      <TextInput {...field('account_holder')} autoComplete="name" maxLength={200} />
      <TextInput {...field('iban')} hint={t('iban_hint')} autoComplete="off" autoCapitalize="characters" spellCheck={false} maxLength={60} />
      <h2>{t('address')}</h2>
      <div className={styles['street']}>
        <TextInput {...field('street')} autoComplete="address-line1" maxLength={200} />
        <TextInput {...field('house_number')} autoComplete="off" maxLength={40} />
      </div>
      <div className={styles['city']}>
        <TextInput {...field('postal_code')} autoComplete="postal-code" maxLength={40} />
        <TextInput {...field('city')} autoComplete="address-level2" maxLength={200} />
      </div>
      <TextInput {...field('mobile')} hint={t('mobile_hint')} type="tel" autoComplete="tel" inputMode="tel" maxLength={60} />
      <Checkbox
        name="consent"
        label={t('consent', { company: order.creditor ? `${order.company} (${t('creditor_id')} ${order.creditor})` : order.company, price: order.price })}
        error={errors['consent']}
      />
      {general && <Alert tone="error">{errorText(begin.error)}</Alert>}
      <Button type="submit" size="l" wide busy={begin.isPending} icon={<IconLock size={18} />}>
        {t('send')}
      </Button>
      <ButtonLink to={carry(`/credits/${order.package}`)} look="quiet" wide>
        {t('back')}
      </ButtonLink>
      <p className={styles['note']}>{t('secure')}</p>
    </form>
  );
}
