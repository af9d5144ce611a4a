import type { FormEvent } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { Catalogue } from '#contract/calls/money-desk-calls.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Card } from '#web/ui/page.tsx';
import { useSaveCatalogue } from './use-desk.ts';
import styles from './payments.module.css';

/** The rates of VAT of a country by the day they begin, and the form for the next one. */
export function VatForm({ country, rates }: { country: CountryCode; rates: Catalogue['vat'] }) {
  const { t } = useTranslation('back_office_catalogue');
  const formats = useFormats();
  const { errorText, fieldTexts } = useErrorText();
  const save = useSaveCatalogue('adminVat');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { percentage = '', valid_from = '' } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    save.mutate({ country, percentage: Number(percentage.replace(',', '.')), valid_from }, { onSuccess: () => form.reset() });
  };
  const errors = fieldTexts(save.error);
  return (
    <Card title={t('vat')}>
      <FactList facts={rates.map(({ valid_from, percentage }) => [t('vat_from', { date: formats.date(valid_from) }), `${formats.number(percentage)}%`])} />
      <form className={styles['form']} onSubmit={submit} noValidate>
        <TextInput name="percentage" label={t('percentage')} inputMode="decimal" maxLength={5} required error={errors['percentage']} />
        <TextInput name="valid_from" type="date" label={t('valid_from')} hint={t('valid_from_hint')} required error={errors['valid_from']} />
        {save.error && Object.keys(errors).length === 0 && <Alert tone="error">{errorText(save.error)}</Alert>}
        <Button type="submit" busy={save.isPending}>
          {t('add')}
        </Button>
      </form>
    </Card>
  );
}
