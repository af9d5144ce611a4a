import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { DiscountCode } from '#contract/payments/discounts.ts';
import { codeQuery } from '#web/credits/queries.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { IconCircleCheck, IconTicket } from '#web/ui/icons.ts';
import styles from './discount-entry.module.css';

export function DiscountEntry({ code }: { code: DiscountCode | null }) {
  const { t } = useTranslation('credits');
  return code ? (
    <AppliedCode code={code} />
  ) : (
    <details className={styles['entry']}>
      <summary>
        <IconTicket size={20} aria-hidden="true" />
        {t('discount.ask')}
      </summary>
      <CodeForm />
    </details>
  );
}

function CodeForm() {
  const { t } = useTranslation('credits');
  const { errorText } = useErrorText();
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useState('');
  const api = useApi();
  const queries = useQueryClient();
  const apply = useMutation({
    mutationFn: () => api.call('discountCode', { query: { code: text.trim() } }),
    onSuccess(found) {
      queries.setQueryData(codeQuery(found.code).queryKey, found);
      const next = new URLSearchParams(search);
      next.set('code', found.code);
      setSearch(next, { replace: true, preventScrollReset: true });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) apply.mutate();
  };
  return (
    <form className={styles['form']} onSubmit={send}>
      <TextInput
        label={t('discount.label')}
        hideLabel
        placeholder={t('discount.label')}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={apply.error ? errorText(apply.error) : undefined}
      />
      <Button type="submit" look="secondary" busy={apply.isPending}>
        {t('discount.apply')}
      </Button>
    </form>
  );
}

function AppliedCode({ code }: { code: DiscountCode }) {
  const { t } = useTranslation('credits');
  const formats = useFormats();
  const [search, setSearch] = useSearchParams();
  const remove = () => {
    const next = new URLSearchParams(search);
    next.delete('code');
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  // The code's conditions are shown up front, so that members do not learn them from an error.
  const limits = [
    code.minimum_order_value && t('discount.minimum', { minimum: formats.money(code.minimum_order_value) }),
    code.country && t('discount.country', { country: formats.country(code.country) }),
    code.paymentmethods &&
      t('discount.methods', {
        methods: formats.list(code.paymentmethods.map((method) => t(`methods.${method}`))),
      }),
    code.expires && t('discount.last_day', { date: formats.date(code.expires) }),
  ].filter((limit) => limit !== null && limit !== '');
  return (
    <div className={styles['applied']} role="status">
      <IconCircleCheck size={22} aria-hidden="true" />
      <span>
        {t('discount.applied', { code: code.code, percent: formats.percent(code.value_percentage) })}
        {limits.length > 0 && <small>{limits.join(' · ')}</small>}
      </span>
      <Button look="quiet" size="s" onClick={remove}>
        {t('discount.remove')}
      </Button>
    </div>
  );
}
