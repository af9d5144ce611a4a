import { useLayoutEffect } from 'react';
import type { CountryCode } from '#contract/lists/countries.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { GeolocationButton } from '#web/place/geolocation.tsx';
import { PlaceFields } from '#web/place/place-fields.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useSettings } from '#web/session/use-session.ts';
import { changeDraft, useDraft } from '#web/signup/draft.ts';
import { likelyCountry } from '#web/signup/signup-body.ts';
import type { StepProps } from '#web/signup/steps.ts';
import { useChecked } from '#web/signup/use-checked.ts';
import styles from './step.module.css';

export function StepLocation({ register }: StepProps) {
  const { t } = useTranslation('signup');
  const { fieldText } = useErrorText();
  const { draft, refused } = useDraft();
  const country = useCountry();
  const { shown, pass, leave } = useChecked(
    { region: draft.region ? null : 'required', city: null, country: null },
    refused,
  );
  useLayoutEffect(() => {
    register(pass);
  });
  return (
    <>
      <GeolocationButton onFound={(place) => changeDraft(place)} />
      <p className={styles['or']}>
        <span>{t('location.or')}</span>
      </p>
      <PlaceFields
        country={country}
        region={draft.region}
        city={draft.city}
        errors={{ region: fieldText(shown('region')), city: fieldText(shown('city')) }}
        onChange={changeDraft}
        onLeave={leave}
      />
    </>
  );
}

export function useCountry(): CountryCode {
  const settings = useSettings();
  const locale = useLocale();
  const { draft } = useDraft();
  return draft.country ?? likelyCountry(settings, locale);
}
