import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { User } from '#contract/membership/user.ts';
import type { Profile } from '#contract/profiles.ts';
import { ABOUT_LENGTH } from '#contract/rules/account-rules.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { GeolocationButton } from '#web/place/geolocation.tsx';
import { PlaceFields } from '#web/place/place-fields.tsx';
import { userQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import styles from './complete-signup.module.css';

function useSave() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NonNullable<CallBody<'changeProfile'>>) => api.call('changeProfile', { body }),
    onSuccess: (profile) =>
      queries.setQueryData(
        userQuery.queryKey,
        (user: User | null | undefined) => user && { ...user, profile },
      ),
  });
}

export function CompletePlace({ profile }: { profile: Profile }) {
  const { t } = useTranslation('signup');
  const { errorText, fieldTexts } = useErrorText();
  const save = useSave();
  const [place, setPlace] = useState<{ country: CountryCode; region: string; city: string }>({
    country: profile.country,
    region: profile.region ?? '',
    city: profile.city ?? '',
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ country: place.country, region: place.region || null, city: place.city || null });
  };
  const fields = fieldTexts(save.error);
  return (
    <form onSubmit={submit} className={styles['form']} noValidate>
      <GeolocationButton onFound={setPlace} />
      <PlaceFields
        {...place}
        errors={{ region: fields['region'], city: fields['city'] }}
        onChange={(change) => setPlace((before) => ({ ...before, ...change }))}
      />
      {save.error && Object.keys(fields).length === 0 && <p role="alert">{errorText(save.error)}</p>}
      <Button type="submit" busy={save.isPending} disabled={place.region === ''}>
        {t('complete.save')}
      </Button>
    </form>
  );
}

export function CompleteAbout() {
  const { t } = useTranslation('signup');
  const { errorText } = useErrorText();
  const save = useSave();
  const [about, setAbout] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ about: about.trim() });
  };
  return (
    <form onSubmit={submit} className={styles['form']} noValidate>
      <Textarea
        label={t('about.label')}
        hideLabel
        rows={4}
        maxLength={ABOUT_LENGTH}
        value={about}
        placeholder={t('about.placeholder')}
        hint={t('about.hint')}
        error={save.error ? errorText(save.error) : undefined}
        onChange={(event) => setAbout(event.target.value)}
      />
      <Button type="submit" busy={save.isPending} disabled={about.trim() === ''}>
        {t('complete.save')}
      </Button>
    </form>
  );
}
