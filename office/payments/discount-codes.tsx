import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import { countries, countryCodes, type CountryCode } from '#contract/lists/countries.ts';
import { currencies } from '#contract/lists/currencies.ts';
import { currentMethods } from '#contract/lists/payment-methods.ts';
import type { DiscountCode } from '#contract/payments/discounts.ts';
import type { SiteChoice } from '#contract/site-settings/sites.ts';
import { choiceIn } from '#office/pieces/choice.ts';
import { textsOf } from '#office/pieces/form-texts.ts';
import { May } from '#office/pieces/may.tsx';
import { SitesChoice, useSitesText } from '#office/pieces/sites-choice.tsx';
import { useSave } from '#office/pieces/use-save.ts';
import { isRefusal } from '#web/api.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callPages } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useMember } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Checkbox, Select, TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './payments.module.css';

export const codesPages = callPages('adminDiscountCodes', {});
const uses = { 'once-per-user': 'once_per_user', once: 'once', unlimited: 'unlimited' } as const;

export function DiscountCodes() {
  const { t } = useTranslation('office/payments');
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(codesPages);
  const save = useSaveCode();
  const sites = data?.pages[0]?.sites ?? [];
  const codes = data?.pages.flatMap((page) => page.codes) ?? [];
  return (
    <section>
      <h2>{t('orders.codes')}</h2>
      <div className={styles['columns']}>
        <div>
          {data && codes.length === 0 && <p>{t('orders.no_codes')}</p>}
          {codes.length > 0 && (
            <ul className={styles['rows']}>
              {codes.map((code) => (
                <Code
                  key={code.code}
                  code={code}
                  sites={sites}
                  busy={save.isPending}
                  onSwitch={(status) => save.mutate({ ...bodyOf(code), status })}
                />
              ))}
            </ul>
          )}
          {hasNextPage && (
            <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('orders.more')}
            </Button>
          )}
        </div>
        <May call="adminDiscountCode">
          <NewCode sites={sites} />
        </May>
      </div>
    </section>
  );
}

function Code({
  code,
  sites,
  busy,
  onSwitch,
}: {
  code: DiscountCode;
  sites: SiteChoice[];
  busy: boolean;
  onSwitch: (status: 'active' | 'disabled') => void;
}) {
  const { t } = useTranslation('office/payments');
  const facts = useFacts(code, sites);
  const on = code.status === 'active';
  return (
    <li className={on && !code.expired ? undefined : styles['over']}>
      <div className={styles['what']}>
        <b>{code.code}</b>
        <small>{facts}</small>
      </div>
      {(code.uses ?? 0) > 0 && (
        <ButtonLink look="quiet" size="s" to={`/admin/code-uses?code=${encodeURIComponent(code.code)}`}>
          {t('code_uses.show')}
        </ButtonLink>
      )}
      {(on || code.status === 'disabled') && (
        <May call="adminDiscountCode">
          {' '}
          <Button look="secondary" size="s" busy={busy} onClick={() => onSwitch(on ? 'disabled' : 'active')}>
            {t(on ? 'orders.off' : 'orders.on')}
          </Button>
        </May>
      )}
    </li>
  );
}

function useFacts(code: DiscountCode, sites: SiteChoice[]): string {
  const { t } = useTranslation(['office/payments', 'credits']);
  const formats = useFormats();
  const sitesText = useSitesText(sites);
  return [
    formats.percent(code.value_percentage),
    sites.length > 1 && !code.user_id && sitesText(code.sites ?? null),
    code.country ? formats.country(code.country) : t('orders.any_country'),
    code.minimum_order_value && `≥ ${formats.money(code.minimum_order_value)}`,
    t(`orders.uses.${uses[code.validity]}`),
    code.expires && formats.shortDate(code.expires),
    code.user_id && `#${code.user_id}`,
    !code.minimum_order_value && code.currency,
    code.paymentmethods && formats.list(code.paymentmethods.map((method) => t(`credits:methods.${method}`))),
    t('orders.codes_form.used', { count: code.uses ?? 0 }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function NewCode({ sites }: { sites: SiteChoice[] }) {
  const { t } = useTranslation('office/payments');
  const formats = useFormats();
  const { errorText, fieldTexts } = useErrorText();
  const save = useSaveCode();
  const [country, setCountry] = useState<CountryCode | ''>('');
  const [only, setOnly] = useState('');
  const own = useMember().office_sites ?? null;
  const [chosenSites, setChosenSites] = useState<string[] | null>(own);
  const currency = only || (country ? countries[country].currency : 'EUR');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    save.mutate(
      { ...codeOf(form, country, only, currency), ...(chosenSites && { sites: chosenSites }) },
      {
        onSuccess() {
          toast('success', t('orders.made'));
          form.reset();
          setCountry('');
          setOnly('');
          setChosenSites(own);
        },
      },
    );
  };
  const errors = fieldTexts(save.error);
  return (
    <Card>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <CodeFields errors={errors} />
        <Select
          label={t('orders.country')}
          value={country}
          placeholder={t('orders.any_country')}
          options={countryCodes.map((value) => ({ value, label: formats.country(value) }))}
          onChange={(event) => setCountry(choiceIn(countryCodes, event.target.value) ?? '')}
          error={errors['country']}
        />
        <TextInput
          name="minimum"
          label={t('orders.minimum', { currency })}
          inputMode="decimal"
          error={errors['minimum_order_value']}
        />
        <TextInput name="last" type="date" label={t('orders.expires')} />
        <Select
          name="validity"
          label={t('orders.validity')}
          options={Object.entries(uses).map(([value, key]) => ({ value, label: t(`orders.uses.${key}`) }))}
        />
        <Select
          label={t('orders.codes_form.currency')}
          value={only}
          placeholder={t('orders.codes_form.any_currency')}
          options={currencies.map((value) => ({ value, label: value }))}
          onChange={(event) => setOnly(event.target.value)}
          error={errors['currency']}
        />
        <TextInput
          name="member"
          label={t('orders.codes_form.member')}
          inputMode="numeric"
          maxLength={15}
          error={errors['user_id']}
        />
        <SitesChoice sites={sites} chosen={chosenSites} onChange={setChosenSites} limited={own !== null} />
        <MethodChoice />
        {save.error && !isRefusal(save.error, 'invalid_fields') && (
          <Alert tone="error">{errorText(save.error)}</Alert>
        )}
        <Button type="submit" busy={save.isPending} disabled={chosenSites?.length === 0}>
          {t('orders.make')}
        </Button>
      </form>
    </Card>
  );
}

function CodeFields({ errors }: { errors: Record<string, string | undefined> }) {
  const { t } = useTranslation('office/payments');
  return (
    <>
      <TextInput
        name="code"
        label={t('orders.code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        error={errors['code']}
      />
      <TextInput
        name="percentage"
        label={t('orders.percentage')}
        inputMode="numeric"
        maxLength={2}
        error={errors['value_percentage']}
      />
    </>
  );
}

function MethodChoice() {
  const { t } = useTranslation(['office/payments', 'credits']);
  return (
    <details>
      <summary>{t('orders.codes_form.only_methods')}</summary>
      {currentMethods.map((method) => (
        <Checkbox key={method} name={`method ${method}`} label={t(`credits:methods.${method}`)} />
      ))}
    </details>
  );
}

type NewBody = NonNullable<CallBody<'adminDiscountCode'>>;

/**
 * `currency` is the currency of the minimum order. `only` restricts the code to one currency unless it is
 * empty.
 */
function codeOf(form: HTMLFormElement, country: CountryCode | '', only: string, currency: string): NewBody {
  const { code = '', percentage, minimum = '', last, validity, member = '' } = textsOf(form);
  const methods = currentMethods.filter((method) => new FormData(form).has(`method ${method}`));
  const least = Number(minimum.replace(',', '.'));
  return {
    code,
    value_percentage: Math.trunc(Number(percentage)) || 0,
    country: country || null,
    minimum_order_value: least > 0 ? { amount: least.toFixed(2), currency } : null,
    expires: last ? new Date(`${last}T23:59:59`).toISOString() : null,
    currency: only || null,
    user_id: member.trim() ? Math.trunc(Number(member)) || 0 : null,
    paymentmethods: methods.length > 0 ? methods : null,
    validity: validity as DiscountCode['validity'],
  };
}

const useSaveCode = () =>
  useSave((api, body: NewBody) => api.call('adminDiscountCode', { body }), {
    refresh: ['adminDiscountCodes'],
  });

const bodyOf = ({
  status: _status,
  expired: _expired,
  seconds_left: _seconds,
  uses: _uses,
  sites,
  ...code
}: DiscountCode): NewBody => ({ ...code, ...(sites && { sites }) });
