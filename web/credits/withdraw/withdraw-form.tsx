import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import type { WithdrawableOrder, Withdrawn } from '#contract/payments/refunds.ts';
import { isRefusal } from '#web/api.ts';
import { Heading } from '#web/credits/heading.tsx';
import { forgetOffers } from '#web/credits/queries.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { userQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useSettings, useUser } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { IconCircleCheck } from '#web/ui/icons.ts';
import { Card } from '#web/ui/page.tsx';
import { WithdrawOrder } from './withdraw-order.tsx';
import styles from './withdraw.module.css';

export function WithdrawForm({ order, number }: { order: WithdrawableOrder | null; number: string }) {
  const { t } = useTranslation('withdraw');
  const { errorText, fieldTexts } = useErrorText();
  const user = useUser();
  const form = useRef<HTMLFormElement>(null);
  const send = useWithdraw();
  useEffect(() => {
    if (send.error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [send.error]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '');
    send.mutate({ name: text('name'), email: text('email'), order: order?.payment_id ?? text('order') });
  };
  if (send.data) return <Done withdrawn={send.data} email={send.variables?.email.trim() ?? ''} />;
  const errors = fieldTexts(send.error);
  const general = send.error && !isRefusal(send.error, 'invalid_fields');
  return (
    <Card>
      <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
        <h2>{t('statement')}</h2>
        {!user && <p className={styles['lead']}>{t('visitor_lead')}</p>}
        {order && <WithdrawOrder order={order} />}
        <p className={styles['said']}>{t('i_withdraw')}</p>
        {!order && (
          <TextInput
            name="order"
            label={t('order')}
            hint={t('order_hint')}
            defaultValue={number}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            required
            error={errors['order']}
          />
        )}
        <TextInput
          name="name"
          label={t('name')}
          defaultValue={user?.profile.name ?? ''}
          autoComplete="name"
          maxLength={100}
          required
          error={errors['name']}
        />
        <TextInput
          name="email"
          type="email"
          label={t('email')}
          hint={t('email_hint')}
          defaultValue={user?.email ?? ''}
          autoComplete="email"
          maxLength={254}
          required
          error={errors['email']}
        />
        {general && <Alert tone="error">{errorText(send.error)}</Alert>}
        <Button type="submit" size="l" wide busy={send.isPending}>
          {t('confirm')}
        </Button>
        <p className={styles['other']}>
          {user ? (
            <Link to="/withdraw">{t('own_orders')}</Link>
          ) : (
            <Link to="/login?next=/withdraw">{t('login')}</Link>
          )}
        </p>
      </form>
    </Card>
  );
}

function useWithdraw() {
  const api = useApi();
  const queries = useQueryClient();
  const user = useUser();
  const language = useLocale();
  const id = useRef('');
  return useMutation({
    mutationFn: (statement: { name: string; email: string; order: string }) => {
      id.current ||= crypto.randomUUID();
      return api.call('withdraw', { body: { id: id.current, language, ...statement } });
    },
    onSuccess() {
      if (!user) return;
      void queries.invalidateQueries({ queryKey: userQuery.queryKey });
      void queries.invalidateQueries({ queryKey: ['payment'] });
      forgetOffers(queries);
    },
  });
}

function Done({ withdrawn, email }: { withdrawn: Withdrawn; email: string }) {
  const { t } = useTranslation('withdraw');
  const formats = useFormats();
  const user = useUser();
  const { refund_days: days, support_email: support } = useSettings();
  const { outcome, received_at, credits = 0, amount } = withdrawn;
  const words = useRef<HTMLDivElement>(null);
  // The result is shorter than the form it replaces, so the browser would stay at the bottom of the page.
  useEffect(() => {
    words.current?.focus({ preventScroll: true });
    words.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <Card className={styles['done']}>
      <IconCircleCheck size={56} aria-hidden="true" />
      <div ref={words} role="status" tabIndex={-1}>
        <h2>
          <Heading t={t} text="done.heading" />
        </h2>
        <p className={styles['at']}>
          {t('done.at', { date: formats.date(received_at), time: formats.time(received_at) })}
        </p>
        <p>
          {outcome === 'refunded'
            ? t('refunded', { count: credits, amount: amount ? formats.money(amount) : '' })
            : t(`done.${outcome}`, { days, support })}
        </p>
        <p>{t('done.mail', { email })}</p>
      </div>
      {user ? (
        <ButtonLink to="/transactions">{t('done.orders')}</ButtonLink>
      ) : (
        <ButtonLink to="/">{t('done.home')}</ButtonLink>
      )}
    </Card>
  );
}
