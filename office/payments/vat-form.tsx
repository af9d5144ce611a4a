import type { FormEvent } from 'react';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { Catalogue } from '#contract/payments/catalogue.ts';
import { textsOf } from '#office/pieces/form-texts.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { useSaveCatalogue } from './use-save-catalogue.ts';
import styles from './payments.module.css';

export function VatForm({ country, rates }: { country: CountryCode; rates: Catalogue['vat'] }) {
  const { t } = useTranslation('office/payments');
  const formats = useFormats();
  const { errorText, fieldTexts } = useErrorText();
  const save = useSaveCatalogue('adminVat');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { percentage = '', valid_from = '' } = textsOf(form);
    save.mutate(
      { country, percentage: Number(percentage.replace(',', '.')), valid_from },
      { onSuccess: () => form.reset() },
    );
  };
  const errors = fieldTexts(save.error);
  return (
    <Card title={t('catalogue.vat')}>
      <FactList
        facts={rates.map(({ valid_from, percentage }) => [
          t('catalogue.vat_from', { date: formats.date(valid_from) }),
          `${formats.number(percentage)}%`,
        ])}
      />
      <form className={styles['form']} onSubmit={submit} noValidate>
        <TextInput
          name="percentage"
          label={t('catalogue.percentage')}
          inputMode="decimal"
          maxLength={5}
          required
          error={errors['percentage']}
        />
        <TextInput
          name="valid_from"
          type="date"
          label={t('catalogue.valid_from')}
          hint={t('catalogue.valid_from_hint')}
          required
          error={errors['valid_from']}
        />
        {save.error && Object.keys(errors).length === 0 && (
          <Alert tone="error">{errorText(save.error)}</Alert>
        )}
        <Button type="submit" busy={save.isPending}>
          {t('catalogue.add')}
        </Button>
      </form>
    </Card>
  );
}
