import { type FormEvent, useState } from 'react';
import { countries, type CountryCode } from '#contract/lists/countries.ts';
import { currencies, type Currency } from '#contract/lists/currencies.ts';
import type { GatewayName } from '#contract/lists/gateways.ts';
import { currentMethods, methodsAtGateway, type PaymentMethod } from '#contract/lists/payment-methods.ts';
import { itemAt } from '#contract/must.ts';
import type { Catalogue } from '#contract/payments/catalogue.ts';
import { choiceIn } from '#office/pieces/choice.ts';
import { amountOf } from '#office/pieces/typed-amount.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Select, TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { GatewayOrder } from './gateway-order.tsx';
import { useSaveCatalogue } from './use-save-catalogue.ts';
import styles from './payments.module.css';

type Method = Catalogue['methods'][number]['methods'][number];

/**
 * The payment methods of a country in display order, each with the fees charged to the payer. Payers are not offered
 * methods that no gateway supports.
 */
export function MethodsForm({
  country,
  methods,
  gateways,
}: {
  country: CountryCode;
  methods: Method[];
  gateways: Catalogue['gateways'];
}) {
  const { t } = useTranslation(['office/payments', 'credits']);
  const { errorText, fieldTexts } = useErrorText();
  const save = useSaveCatalogue('adminMethods');
  const { order, add, move, change } = useOrder(methods);
  const { countries: served } = useSettings();
  const [currency, setCurrency] = useState<Currency>(
    () =>
      choiceIn(currencies, served.find(({ code }) => code === country)?.currency ?? '') ??
      countries[country].currency,
  );
  const absent = currentMethods.filter((id) => !order.some((method) => method.id === id));
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
    <Card title={t('catalogue.methods')}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <Select
          label={t('catalogue.costs_in')}
          value={currency}
          options={currencies.map((value) => ({ value, label: value }))}
          onChange={({ target }) => setCurrency((now) => choiceIn(currencies, target.value) ?? now)}
        />
        <ol className={styles['methods']}>
          {order.map((method, index) => (
            <MethodRow
              key={method.id}
              method={method}
              currency={currency}
              gateways={gateways.filter((gateway) => takes(gateway, method.id, country, currency))}
              isFirst={index === 0}
              isLast={index === order.length - 1}
              onChange={(by) => change(method.id, by)}
              onMove={(by) => move(index, by)}
            />
          ))}
        </ol>
        {absent.length > 0 && (
          <Select
            label={t('catalogue.add_method')}
            value=""
            placeholder="—"
            options={absent.map((value) => ({ value, label: name(value) }))}
            onChange={({ target }) => target.value && add(target.value as PaymentMethod)}
          />
        )}
        <p className={styles['note']}>{t('catalogue.costs_law')}</p>
        {save.error && (
          <Alert tone="error">
            {fieldTexts(save.error)['methods'] ? t('catalogue.methods_wrong') : errorText(save.error)}
          </Alert>
        )}
        <Button type="submit" busy={save.isPending}>
          {t('catalogue.save')}
        </Button>
      </form>
    </Card>
  );
}

const takes = (gateway: GatewayName, method: PaymentMethod, country: CountryCode, currency: string) =>
  gateway === 'sandbox' || methodsAtGateway(gateway, country, currency).includes(method);

function useOrder(methods: Method[]) {
  // Saving drops retired methods from the country.
  const [order, setOrder] = useState(() => methods.filter(({ id }) => currentMethods.includes(id)));
  return {
    order,
    add: (id: PaymentMethod) =>
      setOrder((before) => [...before, { id, active: true, costs: [], gateways: [] }]),
    move: (index: number, by: number) =>
      setOrder((before) =>
        before.with(index, itemAt(before, index + by)).with(index + by, itemAt(before, index)),
      ),
    change: (id: PaymentMethod, by: Partial<Method>) =>
      setOrder((before) => before.map((method) => (method.id === id ? { ...method, ...by } : method))),
  };
}

function MethodRow({
  method: { id, active, costs, gateways: orders },
  currency,
  gateways,
  isFirst,
  isLast,
  onChange,
  onMove,
}: {
  method: Method;
  currency: Currency;
  gateways: GatewayName[];
  isFirst: boolean;
  isLast: boolean;
  onChange(by: Partial<Method>): void;
  onMove(by: -1 | 1): void;
}) {
  const { t } = useTranslation(['office/payments', 'credits']);
  const name = t(`credits:methods.${id}`);
  return (
    <li>
      <Checkbox
        label={name}
        checked={active}
        onChange={({ target }) => onChange({ active: target.checked })}
      />
      <TextInput
        name={id}
        label={t('catalogue.costs_of', { method: name, currency })}
        hideLabel
        placeholder={currency}
        inputMode="decimal"
        maxLength={8}
        value={costs.find((cost) => cost.currency === currency)?.amount ?? ''}
        onChange={({ target }) =>
          onChange({
            costs: [
              ...costs.filter((cost) => cost.currency !== currency),
              { amount: target.value, currency },
            ],
          })
        }
      />
      <Button
        look="quiet"
        size="s"
        disabled={isFirst}
        aria-label={t('catalogue.up', { method: name })}
        onClick={() => onMove(-1)}
      >
        ↑
      </Button>
      <Button
        look="quiet"
        size="s"
        disabled={isLast}
        aria-label={t('catalogue.down', { method: name })}
        onClick={() => onMove(1)}
      >
        ↓
      </Button>
      {gateways.length > 1 && (
        <GatewayOrder
          method={name}
          currency={currency}
          gateways={gateways}
          order={orders.find((one) => one.currency === currency)?.order ?? []}
          onChange={(order) =>
            onChange({
              gateways: [...orders.filter((one) => one.currency !== currency), { currency, order }],
            })
          }
        />
      )}
    </li>
  );
}
