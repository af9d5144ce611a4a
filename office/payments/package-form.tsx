import { type FormEvent, useState } from 'react';
import { countries } from '#contract/lists/countries.ts';
import { currencies } from '#contract/lists/currencies.ts';
import type { Catalogue } from '#contract/payments/catalogue.ts';
import { Fold } from '#office/pieces/fold.tsx';
import { textsOf } from '#office/pieces/form-texts.ts';
import { amountOf } from '#office/pieces/typed-amount.ts';
import { isRefusal } from '#web/api.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { Select, Switch, TextInput } from '#web/ui/field.tsx';
import { useSaveCatalogue } from './use-save-catalogue.ts';
import styles from './payments.module.css';

/** Currencies of the product's countries. A package can also have prices in others. */
const usual: readonly string[] = [
  ...new Set(Object.values(countries).map(({ currency }) => currency)),
].sort();

type CataloguePackage = Catalogue['packages'][number];

export function PackageForm({ one }: { one: CataloguePackage | null }) {
  const { t } = useTranslation('office/payments');
  const save = useSaveCatalogue('adminPackage');
  const [active, setActive] = useState(one?.active ?? true);
  const [recommended, setRecommended] = useState(one?.recommended ?? false);
  const prices = one?.prices ?? [];
  const [added, setAdded] = useState<string[]>([]);
  const shown = [...new Set([...usual, ...prices.map(({ currency }) => currency), ...added])];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = textsOf(form);
    save.mutate(
      {
        ...(one ? { id: one.id } : {}),
        credits: Math.trunc(Number(values['credits'])) || 1,
        active,
        recommended,
        prices: shown.flatMap((currency) => {
          const amount = amountOf(values[currency]);
          return amount === null ? [] : [{ amount, currency }];
        }),
      },
      { onSuccess: () => !one && form.reset() },
    );
  };
  return (
    <Fold isNew={!one} summary={one ? <PackageSummary one={one} /> : t('catalogue.new_package')}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <TextInput
          name="credits"
          label={t('catalogue.number_of_credits')}
          inputMode="numeric"
          maxLength={6}
          defaultValue={one?.credits}
          required
        />
        <PriceFields
          shown={shown}
          prices={prices}
          onAdd={(currency) => setAdded((before) => [...before, currency])}
        />
        <Switch
          label={t('catalogue.on_sale')}
          checked={active}
          onChange={(event) => setActive(event.target.checked)}
        />
        <Switch
          label={t('catalogue.recommend')}
          hint={t('catalogue.recommend_hint')}
          checked={recommended}
          onChange={(event) => setRecommended(event.target.checked)}
        />
        <SaveFault error={save.error} />
        <Button type="submit" busy={save.isPending}>
          {one ? t('catalogue.save') : t('catalogue.add')}
        </Button>
      </form>
    </Fold>
  );
}

function PackageSummary({ one }: { one: CataloguePackage }) {
  const { t } = useTranslation('office/payments');
  const formats = useFormats();
  const euros = one.prices.find(({ currency }) => currency === 'EUR');
  return (
    <>
      <b>{t('catalogue.credits', { count: one.credits })}</b>
      {euros && <span className={styles['number']}>{formats.money(euros)}</span>}
      {one.recommended && <Tag tone="soft">{t('catalogue.recommended')}</Tag>}
      {!one.active && <Tag tone="soft">{t('catalogue.off_sale')}</Tag>}
    </>
  );
}

interface PriceFieldsProps {
  shown: readonly string[];
  prices: CataloguePackage['prices'];
  onAdd: (currency: string) => void;
}

function PriceFields({ shown, prices, onAdd }: PriceFieldsProps) {
  const { t } = useTranslation('office/payments');
  return (
    <>
      <div className={styles['grid']}>
        {shown.map((currency) => (
          <TextInput
            key={currency}
            name={currency}
            label={currency}
            inputMode="decimal"
            maxLength={10}
            defaultValue={prices.find((price) => price.currency === currency)?.amount}
          />
        ))}
      </div>
      <Select
        label={t('catalogue.add_currency')}
        value=""
        placeholder="—"
        options={currencies
          .filter((currency) => !shown.includes(currency))
          .map((value) => ({ value, label: value }))}
        onChange={({ target }) => target.value && onAdd(target.value)}
      />
    </>
  );
}

function SaveFault({ error }: { error: unknown }) {
  const { t } = useTranslation('office/payments');
  const { errorText, fieldTexts } = useErrorText();
  if (!error) return null;
  const text = isRefusal(error, 'conflict')
    ? t('catalogue.same_credits')
    : fieldTexts(error)['prices']
      ? t('catalogue.prices_wrong')
      : errorText(error);
  return <Alert tone="error">{text}</Alert>;
}
