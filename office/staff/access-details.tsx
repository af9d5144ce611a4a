import { locales, type Locale } from '#contract/lists/locales.ts';
import type { OperatorLimits } from '#contract/office/operator-limits.ts';
import { Fold } from '#office/pieces/fold.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { Checkbox } from '#web/ui/field.tsx';
import { isSameLimits, LimitFields, useLimitsText } from './limit-fields.tsx';
import styles from './limit-fields.module.css';

export interface AccessDetails {
  languages: Locale[];
  limits: OperatorLimits;
}

export const isSameDetails = (one: AccessDetails, other: AccessDetails): boolean =>
  isSameLimits(one.limits, other.limits) &&
  locales.every((locale) => one.languages.includes(locale) === other.languages.includes(locale));

/** In words: the languages, or that there are all, and the limits, or that there are none. */
export function useDetailsText(): (details: AccessDetails) => string {
  const { t } = useTranslation('office/staff');
  const { language, list } = useFormats();
  const limitsText = useLimitsText();
  return ({ languages, limits }) =>
    [
      languages.length === 0 ? t('languages.all') : list(languages.map(language)),
      limitsText(limits) || t('limits.none'),
    ].join(' · ');
}

interface FieldsProps {
  details: AccessDetails;
  onChange: (details: AccessDetails) => void;
}

/** The fields, folded below a summary of their values. */
export function FoldedAccessDetails(props: FieldsProps) {
  const inWords = useDetailsText()(props.details);
  return (
    <Fold summary={inWords} className={styles['fold']}>
      <AccessDetailsFields {...props} />
    </Fold>
  );
}

/** Whose work an operator gets, and what they grant alone. */
export function AccessDetailsFields({ details: { languages, limits }, onChange }: FieldsProps) {
  const { t } = useTranslation('office/staff');
  const { language } = useFormats();
  const offered = useSettings().languages;
  const toggle = (locale: Locale, on: boolean) =>
    onChange({
      languages: on ? [...languages, locale] : languages.filter((each) => each !== locale),
      limits,
    });
  return (
    <>
      <fieldset className={styles['group']}>
        <legend>{t('languages.title')}</legend>
        <p className={styles['lead']}>{t('languages.lead')}</p>
        <div className={styles['boxes']}>
          {locales
            .filter((locale) => offered.includes(locale) || languages.includes(locale))
            .map((locale) => (
              <Checkbox
                key={locale}
                label={language(locale)}
                checked={languages.includes(locale)}
                onChange={({ target }) => toggle(locale, target.checked)}
              />
            ))}
        </div>
      </fieldset>
      <LimitFields limits={limits} onChange={(next) => onChange({ languages, limits: next })} />
    </>
  );
}
