import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { CallBody, CallReply } from '#contract/calls.ts';
import { currencies } from '#contract/lists/currencies.ts';
import type { Network } from '#contract/traffic.ts';
import { textsOf } from '#office/pieces/form-texts.ts';
import { May } from '#office/pieces/may.tsx';
import { amountOf } from '#office/pieces/typed-amount.ts';
import { isRefusal } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select, TextInput } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from './partners.module.css';

type Body = CallBody<'writePartner'>;
export type Secrets = NonNullable<CallReply<'writePartner'>['made']>;

/** Placeholders that the server fills in (`server/traffic/send-postback.ts`). */
const MACROS = '{network} {ref} {sub1} {sub2} {sub3} {event} {payout} {currency} {id} {time}';

export const bodyOf = ({ key, name, postback_url, payouts, currency }: Network): Body => ({
  key,
  name,
  postback_url,
  payouts,
  currency,
});

function typedBody(form: HTMLFormElement, partner: Network | null): Body {
  const texts = textsOf(form);
  return {
    key: partner?.key ?? (texts['key'] ?? '').trim().toLowerCase(),
    name: (texts['name'] ?? '').trim(),
    postback_url: (texts['postback_url'] ?? '').trim() || null,
    payouts: {
      signup: amountOf(texts['signup']),
      activation: amountOf(texts['activation']),
      first_purchase: amountOf(texts['first_purchase']),
    },
    currency: texts['currency'] ?? 'EUR',
    ...(partner === null && { is_new: true }),
  };
}

export function PartnerForm({
  partner,
  onMade,
}: {
  partner: Network | null;
  onMade: (made: Secrets) => void;
}) {
  const { t } = useTranslation('office/traffic');
  const api = useApi();
  const queries = useQueryClient();
  const { errorText, fieldTexts } = useErrorText();
  const save = useMutation({
    mutationFn: (body: Body) => api.call('writePartner', { body }),
    onSuccess({ made }) {
      if (made) onMade(made);
      else toast('success', t('saved'));
      return queries.invalidateQueries({ queryKey: ['adminPartners'] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(typedBody(event.currentTarget, partner));
  };
  const errors = fieldTexts(save.error);
  return (
    <form className={styles['inside']} onSubmit={submit} noValidate>
      {save.error && !isRefusal(save.error, 'invalid_fields') && (
        <Alert tone="error" title={errorText(save.error)} />
      )}
      <Fields partner={partner} errors={errors} />
      <p className={styles['quiet']}>{t('form.payout_hint')}</p>
      <May call="writePartner">
        <div>
          <Button type="submit" busy={save.isPending}>
            {t(partner === null ? 'partners.add' : 'form.save')}
          </Button>
        </div>
      </May>
    </form>
  );
}

function Fields({
  partner,
  errors,
}: {
  partner: Network | null;
  errors: Record<string, string | undefined>;
}) {
  const { t } = useTranslation('office/traffic');
  return (
    <>
      {partner === null && (
        <TextInput
          name="key"
          label={t('form.key')}
          hint={t('form.key_hint')}
          error={errors['key']}
          required
          maxLength={60}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <TextInput
        name="name"
        label={t('form.name')}
        error={errors['name']}
        required
        maxLength={100}
        defaultValue={partner?.name}
      />
      <TextInput
        name="postback_url"
        type="url"
        label={t('form.postback')}
        hint={t('form.postback_hint', { macros: MACROS })}
        error={errors['postback_url']}
        maxLength={500}
        placeholder="https://"
        defaultValue={partner?.postback_url ?? ''}
      />
      <div className={styles['amounts']}>
        {(['signup', 'activation', 'first_purchase'] as const).map((event) => (
          <TextInput
            key={event}
            name={event}
            label={t(`form.${event}`)}
            error={errors[event] ?? errors[`payouts.${event}`]}
            inputMode="decimal"
            defaultValue={partner?.payouts[event] ?? ''}
          />
        ))}
        <Select
          name="currency"
          label={t('form.currency')}
          error={errors['currency']}
          defaultValue={partner?.currency ?? 'EUR'}
          options={[...new Set([...currencies, ...(partner ? [partner.currency] : [])])].map((value) => ({
            value,
            label: value,
          }))}
        />
      </div>
    </>
  );
}
