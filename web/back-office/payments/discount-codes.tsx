import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { countries, countryCodes, type CountryCode } from '#contract/lists/countries.ts';
import { currencies } from '#contract/lists/currencies.ts';
import { paymentMethods } from '#contract/enums.ts';
import type { CallBody } from '#contract/calls.ts';
import type { DiscountCode } from '#contract/payments.ts';
import { isRefusal } from '#web/api.ts';
import { useFormats } from '#web/i18n/format.ts';
import { callPages } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Checkbox, Select, TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { useSave } from '#web/back-office/use-save.ts';
import { toast } from '#web/ui/toasts.tsx';
import styles from './payments.module.css';

/** Discount codes, newest first. */
export const codesPages = callPages('adminDiscountCodes', {});
const uses = { 'once-per-user': 'once_per_user', once: 'once', unlimited: 'unlimited' } as const;

/** The discount codes that operators made, and the form for another (docs/product.md 3). */
export function DiscountCodes() {
  const { t } = useTranslation('back_office_payments');
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(codesPages);
  const save = useSaveCode();
  const codes = data?.pages.flatMap((page) => page.codes) ?? [];
  return (
    <section>
      <h2>{t('codes')}</h2>
      <div className={styles['columns']}>
        <div>
          {data && codes.length === 0 && <p>{t('no_codes')}</p>}
          {codes.length > 0 && (
            <ul className={styles['rows']}>
              {codes.map((code) => (
                <Code key={code.code} code={code} busy={save.isPending} onSwitch={(status) => save.mutate({ ...bodyOf(code), status })} />
              ))}
            </ul>
          )}
          {hasNextPage && (
            <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('more')}
            </Button>
          )}
        </div>
        <NewCode />
      </div>
    </section>
  );
}

function Code({ code, busy, onSwitch }: { code: DiscountCode; busy: boolean; onSwitch: (status: 'active' | 'disabled') => void }) {
  const { t } = useTranslation(['back_office_payments', 'credits', 'back_office_money']);
  const formats = useFormats();
  const on = code.status === 'active';
  const facts = [
    formats.percent(code.value_percentage),
    code.country ? formats.country(code.country) : t('any_country'),
    code.minimum_order_value && `≥ ${formats.money(code.minimum_order_value)}`,
    t(`uses.${uses[code.validity]}`),
    code.expires && formats.shortDate(code.expires),
    code.user_id && `#${code.user_id}`,
    !code.minimum_order_value && code.currency,
    code.paymentmethods && formats.list(code.paymentmethods.map((method) => t(`credits:methods.${method}`))),
    t('codes_form.used', { count: code.uses ?? 0 }),
  ];
  return (
    <li className={on && !code.expired ? undefined : styles['over']}>
      <div className={styles['what']}>
        <b>{code.code}</b>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </div>
      {(code.uses ?? 0) > 0 && (
        <ButtonLink look="quiet" size="s" to={`/admin/code-uses?code=${encodeURIComponent(code.code)}`}>
          {t('back_office_money:uses.show')}
        </ButtonLink>
      )}
      {(on || code.status === 'disabled') && (
        <Button look="secondary" size="s" busy={busy} onClick={() => onSwitch(on ? 'disabled' : 'active')}>
          {t(on ? 'off' : 'on')}
        </Button>
      )}
    </li>
  );
}

function NewCode() {
  const { t } = useTranslation(['back_office_payments', 'credits']);
  const formats = useFormats();
  const { errorText, fieldTexts } = useErrorText();
  const save = useSaveCode();
  const [country, setCountry] = useState<CountryCode | ''>('');
  const [only, setOnly] = useState('');
  const currency = only || (country ? countries[country].currency : 'EUR');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { code = '', percentage, minimum = '', last, validity, member = '' } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const methods = paymentMethods.filter((method) => new FormData(form).has(`method ${method}`));
    const least = Number(minimum.replace(',', '.'));
    save.mutate(
      {
        code,
        value_percentage: Math.trunc(Number(percentage)) || 0,
        country: country || null,
        minimum_order_value: least > 0 ? { amount: least.toFixed(2), currency } : null,
        expires: last ? new Date(`${last}T23:59:59`).toISOString() : null,
        currency: only || null,
        user_id: member.trim() ? Math.trunc(Number(member)) || 0 : null,
        paymentmethods: methods.length > 0 ? methods : null,
        validity: validity as DiscountCode['validity'],
      },
      {
        onSuccess() {
          toast('success', t('made'));
          form.reset();
          setCountry('');
          setOnly('');
        },
      },
    );
  };
  const errors = fieldTexts(save.error);
  return (
    <Card>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <TextInput name="code" label={t('code')} autoComplete="off" autoCapitalize="characters" spellCheck={false} maxLength={40} error={errors['code']} />
        <TextInput name="percentage" label={t('percentage')} inputMode="numeric" maxLength={2} error={errors['value_percentage']} />
        <Select
          label={t('country')}
          value={country}
          placeholder={t('any_country')}
          options={countryCodes.map((value) => ({ value, label: formats.country(value) }))}
          onChange={(event) => setCountry(event.target.value as CountryCode | '')}
          error={errors['country']}
        />
        <TextInput name="minimum" label={t('minimum', { currency })} inputMode="decimal" error={errors['minimum_order_value']} />
        <TextInput name="last" type="date" label={t('expires')} />
        <Select name="validity" label={t('validity')} options={Object.entries(uses).map(([value, key]) => ({ value, label: t(`uses.${key}`) }))} />
        <Select
          label={t('codes_form.currency')}
          value={only}
          placeholder={t('codes_form.any_currency')}
          options={currencies.map((value) => ({ value, label: value }))}
          onChange={(event) => setOnly(event.target.value)}
          error={errors['currency']}
        />
        <TextInput name="member" label={t('codes_form.member')} inputMode="numeric" maxLength={15} error={errors['user_id']} />
        <details>
          <summary>{t('codes_form.only_methods')}</summary>
          {paymentMethods.map((method) => (
            <Checkbox key={method} name={`method ${method}`} label={t(`credits:methods.${method}`)} />
          ))}
        </details>
        {save.error && !isRefusal(save.error, 'invalid_fields') && <Alert tone="error">{errorText(save.error)}</Alert>}
        <Button type="submit" busy={save.isPending}>
          {t('make')}
        </Button>
      </form>
    </Card>
  );
}

type NewBody = NonNullable<CallBody<'adminDiscountCode'>>;

const useSaveCode = () => useSave((api, body: NewBody) => api.call('adminDiscountCode', { body }), { refresh: ['adminDiscountCodes'] });

/** A code as it was made: only its status may change. */
const bodyOf = ({ status: _status, expired: _expired, seconds_left: _seconds, uses: _uses, ...code }: DiscountCode): NewBody => code;
