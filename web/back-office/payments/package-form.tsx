import { type FormEvent, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { countries } from '#contract/lists/countries.ts';
import { currencies } from '#contract/lists/currencies.ts';
import type { Catalogue } from '#contract/calls/money-desk-calls.ts';
import { isRefusal } from '#web/api.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { Select, Switch, TextInput } from '#web/ui/field.tsx';
import { amountOf, useSaveCatalogue } from './use-desk.ts';
import styles from './payments.module.css';

/** The currencies of the product's countries; others can be added to a package. */
const usual: readonly string[] = [...new Set(Object.values(countries).map(({ currency }) => currency))].sort();

/** A package and its prices, to be opened and changed; without one, the form for another. */
export function PackageForm({ one }: { one: Catalogue['packages'][number] | null }) {
  const { t } = useTranslation('back_office_catalogue');
  const formats = useFormats();
  const { errorText, fieldTexts } = useErrorText();
  const save = useSaveCatalogue('adminPackage');
  const [active, setActive] = useState(one?.active ?? true);
  const [recommended, setRecommended] = useState(one?.recommended ?? false);
  const priceIn = (currency: string) => one?.prices.find((price) => price.currency === currency);
  const [added, setAdded] = useState<string[]>([]);
  const shown = [...new Set([...usual, ...(one?.prices ?? []).map(({ currency }) => currency), ...added])];
  const euros = priceIn('EUR');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as Record<string, string>;
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
  const errors = fieldTexts(save.error);
  return (
    <details className={styles['fold']}>
      <summary>
        <b>{one ? t('credits', { count: one.credits }) : t('new_package')}</b>
        {euros && <span className={styles['number']}>{formats.money(euros)}</span>}
        {one?.recommended && <Tag tone="soft">{t('recommended')}</Tag>}
        {one && !one.active && <Tag tone="soft">{t('off_sale')}</Tag>}
      </summary>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <TextInput name="credits" label={t('number_of_credits')} inputMode="numeric" maxLength={6} defaultValue={one?.credits} required />
        <div className={styles['grid']}>
          {shown.map((currency) => (
            <TextInput key={currency} name={currency} label={currency} inputMode="decimal" maxLength={10} defaultValue={priceIn(currency)?.amount} />
          ))}
        </div>
        <Select
          label={t('add_currency')}
          value=""
          placeholder="—"
          options={currencies.filter((currency) => !shown.includes(currency)).map((value) => ({ value, label: value }))}
          onChange={({ target }) => target.value && setAdded((before) => [...before, target.value])}
        />
        <Switch label={t('on_sale')} checked={active} onChange={(event) => setActive(event.target.checked)} />
        <Switch label={t('recommend')} hint={t('recommend_hint')} checked={recommended} onChange={(event) => setRecommended(event.target.checked)} />
        {save.error && (
          <Alert tone="error">{isRefusal(save.error, 'conflict') ? t('same_credits') : errors['prices'] ? t('prices_wrong') : errorText(save.error)}</Alert>
        )}
        <Button type="submit" busy={save.isPending}>
          {one ? t('save') : t('add')}
        </Button>
      </form>
    </details>
  );
}
