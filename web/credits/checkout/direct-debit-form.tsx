import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { ApiError } from '#web/api.ts';
import { useOrderQuery } from '#web/credits/order-query.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from '#web/router/hooks.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Checkbox, TextInput } from '#web/ui/field.tsx';
import { IconLock } from '#web/ui/icons.ts';
import type { SentSmsCode } from './sms-step.tsx';
import styles from './direct-debit.module.css';

type FieldName = 'account_holder' | 'iban' | 'street' | 'house_number' | 'postal_code' | 'city' | 'mobile';

export interface DebitOrder {
  package: number;
  /** Only set if the call `startPayment` already started the payment. */
  payment_id?: string;
  discountcode?: string;
  return_to?: string;
  price: string;
  company: string;
  creditor: string | null;
}

export function DirectDebitForm({
  order,
  onSent,
}: {
  order: DebitOrder;
  onSent: (sent: SentSmsCode) => void;
}) {
  const { t } = useTranslation('directdebit');
  const { errorText, fieldTexts } = useErrorText();
  const { carry } = useOrderQuery();
  const form = useRef<HTMLFormElement>(null);
  const begin = useDirectDebit(order, onSent);
  const errors = fieldTexts(begin.error);
  const general = begin.error && !(begin.error instanceof ApiError && begin.error.code === 'invalid_fields');

  useEffect(() => {
    if (begin.error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [begin.error]);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    begin.mutate(new FormData(event.currentTarget));
  };
  const field = (name: FieldName) => ({ name, label: t(name), error: errors[name], required: true });

  return (
    <form ref={form} className={styles['form']} onSubmit={send} noValidate>
      <h2>{t('who')}</h2>
      <TextInput {...field('account_holder')} autoComplete="name" maxLength={200} />
      <TextInput
        {...field('iban')}
        hint={t('iban_hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
      />
      <h2>{t('address')}</h2>
      <div className={styles['street']}>
        <TextInput {...field('street')} autoComplete="address-line1" maxLength={200} />
        <TextInput {...field('house_number')} autoComplete="off" maxLength={40} />
      </div>
      <div className={styles['city']}>
        <TextInput {...field('postal_code')} autoComplete="postal-code" maxLength={40} />
        <TextInput {...field('city')} autoComplete="address-level2" maxLength={200} />
      </div>
      <TextInput
        {...field('mobile')}
        hint={t('mobile_hint')}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        maxLength={60}
      />
      <Checkbox
        name="consent"
        label={t('consent', {
          company: order.creditor
            ? `${order.company} (${t('creditor_id')} ${order.creditor})`
            : order.company,
          price: order.price,
        })}
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

function useDirectDebit(order: DebitOrder, onSent: (sent: SentSmsCode) => void) {
  const api = useApi();
  const navigate = useNavigate();
  const language = useLocale();
  const key = useRef('');
  return useMutation({
    mutationFn(fields: FormData) {
      const { price: _price, company: _company, creditor: _creditor, ...rest } = order;
      const text = (name: FieldName) => String(fields.get(name) ?? '');
      key.current ||= crypto.randomUUID();
      return api.call('directDebit', {
        body: {
          ...rest,
          account_holder: text('account_holder'),
          iban: text('iban'),
          street: text('street'),
          house_number: text('house_number'),
          postal_code: text('postal_code'),
          city: text('city'),
          mobile: text('mobile'),
          consent: fields.get('consent') === 'on',
          language,
          idempotency_key: key.current,
        },
      });
    },
    onSuccess(reply) {
      if (reply.step === 'done') return void navigate(`/transactions/${reply.payment_id}`);
      onSent({ payment_id: reply.payment_id, phone: reply.phone ?? '', resend_in: reply.resend_in ?? 60 });
    },
  });
}
