import { type FormEvent, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { countries, type CountryCode } from '#contract/lists/countries.ts';
import { currencies } from '#contract/lists/currencies.ts';
import { paymentMethods, type PaymentMethod } from '#contract/enums.ts';
import type { Catalogue } from '#contract/calls/money-desk-calls.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Select, TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { amountOf, useSaveCatalogue } from './use-desk.ts';
import styles from './payments.module.css';

type Method = Catalogue['methods'][number]['methods'][number];

/** The methods of a country in their order, each with what the payer bears of its costs. What the gateways do not take is not shown to payers. */
export function MethodsForm({ country, methods }: { country: CountryCode; methods: Method[] }) {
  const { t } = useTranslation(['back_office_catalogue', 'credits']);
  const { errorText, fieldTexts } = useErrorText();
  const save = useSaveCatalogue('adminMethods');
  const [order, setOrder] = useState(methods);
  const { countries: served } = useSettings();
  const [currency, setCurrency] = useState<string>(() => served.find(({ code }) => code === country)?.currency ?? countries[country].currency);
  const absent = paymentMethods.filter((id) => !order.some((method) => method.id === id));
  const move = (index: number, by: number) => setOrder((before) => before.with(index, before[index + by]!).with(index + by, before[index]!));
  const change = (id: PaymentMethod, by: Partial<Method>) => setOrder((before) => before.map((method) => (method.id === id ? { ...method, ...by } : method)));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate({
      country,
      methods: order.map((method) => ({
        ...method,
        costs: method.costs.flatMap((cost) => {
          const amount = amountOf(cost.amount);
          return amount === null ? [] : [{ ...cost, amount }];
        }),
      })),
    });
  };
  const name = (id: PaymentMethod) => t(`credits:methods.${id}`);
  return (
    <Card title={t('methods')}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <Select
          label={t('costs_in')}
          value={currency}
          options={currencies.map((value) => ({ value, label: value }))}
          onChange={({ target }) => setCurrency(target.value)}
        />
        <ol className={styles['methods']}>
          {order.map(({ id, active, costs }, index) => (
            <li key={id}>
              <Checkbox label={name(id)} checked={active} onChange={(event) => change(id, { active: event.target.checked })} />
              <TextInput
                name={id}
                label={t('costs_of', { method: name(id), currency })}
                hideLabel
                placeholder={currency}
                inputMode="decimal"
                maxLength={8}
                value={costs.find((cost) => cost.currency === currency)?.amount ?? ''}
                onChange={({ target }) => change(id, { costs: [...costs.filter((cost) => cost.currency !== currency), { amount: target.value, currency }] })}
              />
              <Button look="quiet" size="s" disabled={index === 0} aria-label={t('up', { method: name(id) })} onClick={() => move(index, -1)}>
                ↑
              </Button>
              <Button look="quiet" size="s" disabled={index === order.length - 1} aria-label={t('down', { method: name(id) })} onClick={() => move(index, 1)}>
                ↓
              </Button>
            </li>
          ))}
        </ol>
        {absent.length > 0 && (
          <Select
            label={t('add_method')}
            value=""
            placeholder="—"
            options={absent.map((value) => ({ value, label: name(value) }))}
            onChange={(event) => event.target.value && setOrder((before) => [...before, { id: event.target.value as PaymentMethod, active: true, costs: [] }])}
          />
        )}
        <p className={styles['note']}>{t('costs_law')}</p>
        {save.error && <Alert tone="error">{fieldTexts(save.error)['methods'] ? t('methods_wrong') : errorText(save.error)}</Alert>}
        <Button type="submit" busy={save.isPending}>
          {t('save')}
        </Button>
      </form>
    </Card>
  );
}
