import type { FormEvent } from 'react';
import type { CallBody } from '#contract/calls.ts';
import { countryCodes } from '#contract/lists/countries.ts';
import type { OfficeCompany } from '#contract/site-settings/sites.ts';
import { textsOf } from '#office/pieces/form-texts.ts';
import { useSave } from '#office/pieces/use-save.ts';
import { isRefusal } from '#web/api.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select, Textarea, TextInput } from '#web/ui/field.tsx';
import { linesOf } from './site-form.tsx';
import styles from './site-settings.module.css';

export function CompanyForm({ company }: { company: OfficeCompany | null }) {
  const { t } = useTranslation('office/site-settings');
  const formats = useFormats();
  const { errorText, fieldTexts } = useErrorText();
  const save = useSave((api, body: CallBody<'saveCompany'>) => api.call('saveCompany', { body }), {
    done: t('sites.saved'),
    refresh: ['adminSites'],
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    save.mutate(
      { ...(company ? { id: company.id } : {}), ...companyOf(form) },
      { onSuccess: () => !company && form.reset() },
    );
  };
  const errors = fieldTexts(save.error);
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <AddressFields company={company} errors={errors} />
      <LegalFields company={company} errors={errors} />
      <ImprintFields company={company} errors={errors} />
      {company && (
        <p className={styles['hint']}>{t('company.added', { date: formats.date(company.added) })}</p>
      )}
      {save.error && Object.keys(errors).length === 0 && (
        <Alert tone="error">
          {isRefusal(save.error, 'conflict') ? t('sites.same_name') : errorText(save.error)}
        </Alert>
      )}
      <Button type="submit" busy={save.isPending}>
        {t(company ? 'save' : 'sites.make')}
      </Button>
    </form>
  );
}

type CompanyFields = Omit<CallBody<'saveCompany'>, 'id'>;

function companyOf(form: HTMLFormElement): CompanyFields {
  const typed = textsOf(form);
  const field = (name: keyof CompanyFields) => typed[name] ?? '';
  const discount = field('delete_discount').trim();
  return {
    name: field('name'),
    address: field('address'),
    city: field('city'),
    country: field('country'),
    kvk: field('kvk') || null,
    tradenames: linesOf(field('tradenames')),
    vat_numbers: linesOf(field('vat_numbers')),
    support_phone: field('support_phone') || null,
    creditor_id: field('creditor_id') || null,
    legal_form: field('legal_form') || null,
    represented_by: field('represented_by') || null,
    register: field('register') || null,
    dispute_bodies: textsByCountry(field('dispute_bodies')),
    privacy_contacts: textsByCountry(field('privacy_contacts')),
    // Anything but a number becomes 0, which the server rejects as out of range.
    delete_discount: discount === '' ? null : Math.trunc(Math.abs(Number(discount))) || 0,
  };
}

/** Parses lines such as `FR: Médiateur`. The server rejects a line without a country. */
const textsByCountry = (text: string): Record<string, string> =>
  Object.fromEntries(
    linesOf(text).map((line) => {
      const [, country = '', rest = line] = /^([a-z]{2})\s*:\s*(.*)$/i.exec(line) ?? [];
      return [country.toUpperCase(), rest];
    }),
  );

const linesByCountry = (texts: Record<string, string> = {}): string =>
  Object.entries(texts)
    .map(([country, text]) => `${country}: ${text}`)
    .join('\n');

interface FieldsProps {
  company: OfficeCompany | null;
  errors: Record<string, string | undefined>;
}

function AddressFields({ company, errors }: FieldsProps) {
  const { t } = useTranslation('office/site-settings');
  const formats = useFormats();
  return (
    <>
      <TextInput
        name="name"
        label={t('company.name')}
        defaultValue={company?.name}
        maxLength={120}
        error={errors['name']}
      />
      <TextInput
        name="address"
        label={t('company.address')}
        defaultValue={company?.address}
        maxLength={160}
        error={errors['address']}
      />
      <TextInput
        name="city"
        label={t('company.city')}
        defaultValue={company?.city}
        maxLength={80}
        error={errors['city']}
      />
      <Select
        name="country"
        label={t('company.country')}
        defaultValue={company?.country ?? 'NL'}
        error={errors['country']}
        options={[...new Set([...countryCodes, ...(company ? [company.country] : [])])].map((value) => ({
          value,
          label: formats.country(value),
        }))}
      />
      <TextInput name="kvk" label={t('company.kvk')} defaultValue={company?.kvk ?? ''} maxLength={40} />
    </>
  );
}

function LegalFields({ company, errors }: FieldsProps) {
  const { t } = useTranslation('office/site-settings');
  return (
    <>
      <Textarea
        name="tradenames"
        label={t('company.tradenames')}
        hint={t('company.lines')}
        rows={2}
        defaultValue={company?.tradenames.join('\n')}
      />
      <Textarea
        name="vat_numbers"
        label={t('company.vat_numbers')}
        hint={t('company.vat_hint')}
        rows={2}
        spellCheck={false}
        defaultValue={company?.vat_numbers.join('\n')}
        error={errors['vat_numbers']}
      />
      <TextInput
        name="creditor_id"
        label={t('company.creditor_id')}
        hint={t('company.creditor_hint')}
        spellCheck={false}
        maxLength={50}
        defaultValue={company?.creditor_id ?? ''}
        error={errors['creditor_id']}
      />
      <TextInput
        name="support_phone"
        label={t('company.support_phone')}
        inputMode="tel"
        maxLength={30}
        defaultValue={company?.support_phone ?? ''}
        error={errors['support_phone']}
      />
      <TextInput
        name="delete_discount"
        label={t('company.delete_discount')}
        hint={t('company.delete_hint')}
        inputMode="numeric"
        maxLength={2}
        className={styles['short']}
        defaultValue={company?.delete_discount ?? ''}
        error={errors['delete_discount']}
      />
    </>
  );
}

function ImprintFields({ company, errors }: FieldsProps) {
  const { t } = useTranslation('office/site-settings');
  return (
    <>
      <TextInput
        name="legal_form"
        label={t('company.legal_form')}
        hint={t('company.legal_form_hint')}
        maxLength={80}
        defaultValue={company?.legal_form ?? ''}
      />
      <TextInput
        name="represented_by"
        label={t('company.represented_by')}
        hint={t('company.represented_by_hint')}
        maxLength={200}
        defaultValue={company?.represented_by ?? ''}
      />
      <TextInput
        name="register"
        label={t('company.register')}
        hint={t('company.register_hint')}
        maxLength={120}
        defaultValue={company?.register ?? ''}
      />
      <Textarea
        name="dispute_bodies"
        label={t('company.dispute_bodies')}
        hint={t('company.dispute_hint')}
        rows={3}
        defaultValue={linesByCountry(company?.dispute_bodies)}
        error={errors['dispute_bodies']}
      />
      <Textarea
        name="privacy_contacts"
        label={t('company.privacy_contacts')}
        hint={t('company.privacy_hint')}
        rows={3}
        defaultValue={linesByCountry(company?.privacy_contacts)}
        error={errors['privacy_contacts']}
      />
    </>
  );
}
