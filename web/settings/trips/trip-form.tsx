import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import { countryCodes } from '#contract/lists/countries.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { PlaceFields } from '#web/place/place-fields.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember, useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { tripsQuery } from './use-trips.ts';
import section from '../section.module.css';
import styles from './trips.module.css';

type Draft = Omit<NonNullable<CallBody<'addTrip'>>, 'client_id'>;

export function TripForm({ mostDays }: { mostDays: number }) {
  const { t } = useTranslation('trips');
  const { draft, change, add, error, errors } = useNewTrip();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate();
  };
  return (
    <form className={section['form']} onSubmit={submit} noValidate>
      {error && <Alert tone="error">{error}</Alert>}
      <div className={styles['fields']}>
        <PlaceFields
          {...draft}
          town={t('town')}
          errors={{
            ...(errors['region'] && { region: errors['region'] }),
            ...(errors['city'] && { city: t('town_error') }),
          }}
          onChange={change}
        />
        <TextInput
          type="date"
          name="starts_on"
          label={t('starts_on')}
          value={draft.starts_on}
          error={errors['starts_on'] && t('starts_error')}
          onChange={({ target }) => change({ starts_on: target.value })}
        />
        <TextInput
          type="date"
          name="ends_on"
          label={t('ends_on')}
          hint={t('days_hint', { days: mostDays })}
          value={draft.ends_on}
          error={errors['ends_on'] && t('ends_error', { days: mostDays })}
          onChange={({ target }) => change({ ends_on: target.value })}
        />
      </div>
      <Button type="submit" busy={add.isPending}>
        {t('add')}
      </Button>
    </form>
  );
}

function useNewTrip() {
  const { t } = useTranslation('trips');
  const { errorText, fieldTexts } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const { profile } = useMember();
  const { countries } = useSettings();
  const fresh = (): Draft => ({
    country: itemOf(countryCodes, profile.country) ?? countries[0]?.code ?? 'NL',
    region: '',
    city: '',
    starts_on: '',
    ends_on: '',
  });
  const [draft, setDraft] = useState(fresh);
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const add = useMutation({
    mutationFn: () =>
      api.call('addTrip', {
        // A day that is missing is refused at its field.
        body: {
          client_id: clientId,
          ...draft,
          starts_on: draft.starts_on || NO_DAY,
          ends_on: draft.ends_on || NO_DAY,
        },
      }),
    async onSuccess() {
      setDraft(fresh());
      setClientId(crypto.randomUUID());
      toast('success', t('added'));
      await queries.invalidateQueries({ queryKey: tripsQuery.queryKey });
    },
  });
  const errors = add.error ? fieldTexts(add.error) : {};
  const isAtField = ['region', 'city', 'starts_on', 'ends_on'].some((field) => field in errors);
  return {
    draft,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    add,
    errors,
    error: add.error && !isAtField ? errorText(add.error) : null,
  };
}

const NO_DAY = '0001-01-01';
