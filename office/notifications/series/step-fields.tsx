import { useState } from 'react';
import { countryCodes } from '#contract/lists/countries.ts';
import { type Locale, localeNames, locales } from '#contract/lists/locales.ts';
import {
  factConditions,
  type SeriesConditions,
  type SeriesStep,
} from '#contract/notifications/mail-series.ts';
import { MailFrame } from '#office/texts/mail-frame.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Select, TextInput } from '#web/ui/field.tsx';
import { Choices } from '../audience-fields.tsx';
import { wholeIn } from './whole-in.ts';
import styles from '#office/texts/texts.module.css';
import seriesStyles from './series.module.css';

interface Props {
  step: SeriesStep;
  host: string;
  language: Locale;
  onChange: (step: SeriesStep) => void;
  onRemove: () => void;
}

export function StepFields({ step, host, language, onChange, onRemove }: Props) {
  const { t } = useTranslation('office/notifications');
  const [isShown, setIsShown] = useState(false);
  const { mail, hours, push, conditions } = step;
  return (
    <fieldset className={seriesStyles['step']}>
      <legend>{t(`series.names.${mail.replaceAll('-', '_')}`)}</legend>
      <TextInput
        type="number"
        min={0}
        max={1440}
        required
        label={t('series.hours')}
        value={hours}
        onChange={({ target }) => onChange({ ...step, hours: wholeIn(target.value, 1440) })}
      />
      <Checkbox
        label={t('series.push')}
        hint={t('series.push_hint')}
        checked={push}
        onChange={({ target }) => onChange({ ...step, push: target.checked })}
      />
      <Conditions conditions={conditions} onChange={(next) => onChange({ ...step, conditions: next })} />
      <div className={styles['buttons']}>
        <Button look="secondary" size="s" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {t(isShown ? 'series.hide_preview' : 'series.show_preview')}
        </Button>
        <Link to={`/admin/mails/${mail}?site=${host}&language=${language}`}>{t('series.reword')}</Link>
        <Button look="secondary" size="s" onClick={onRemove}>
          {t('series.remove')}
        </Button>
      </div>
      {isShown && <MailFrame template={mail} host={host} language={language} />}
    </fieldset>
  );
}

function Conditions({
  conditions,
  onChange,
}: {
  conditions: SeriesConditions;
  onChange: (conditions: SeriesConditions) => void;
}) {
  const { t } = useTranslation('office/notifications');
  const formats = useFormats();
  const { countries = [], languages = [] } = conditions;
  const set = (part: Partial<Record<keyof SeriesConditions, unknown>>) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...conditions, ...part }).filter(([, value]) => value !== undefined),
      ) as SeriesConditions,
    );
  const count = Object.keys(conditions).length;
  return (
    <details open={count > 0}>
      <summary>{count > 0 ? t('series.conditions', { count }) : t('series.no_conditions')}</summary>
      <div className={seriesStyles['conditions']}>
        {factConditions.map((fact) => (
          <Select
            key={fact}
            label={t(`series.condition.${fact}`)}
            value={conditions[fact] === undefined ? '' : String(conditions[fact])}
            placeholder={t('series.either')}
            options={[
              { value: 'true', label: t('series.yes') },
              { value: 'false', label: t('series.no') },
            ]}
            onChange={({ target }) =>
              set({ [fact]: target.value === '' ? undefined : target.value === 'true' })
            }
          />
        ))}
      </div>
      <Choices
        summary={countries.length > 0 ? t('some_countries', { count: countries.length }) : t('all_countries')}
        options={countryCodes.map((value) => ({ value, label: formats.country(value) }))}
        chosen={countries}
        onChange={(chosen) => set({ countries: chosen })}
      />
      <Choices
        summary={
          languages.length > 0
            ? t('series.some_languages', { count: languages.length })
            : t('series.all_languages')
        }
        options={locales.map((value) => ({ value, label: localeNames[value] }))}
        chosen={languages}
        onChange={(chosen) => set({ languages: chosen })}
      />
    </details>
  );
}
