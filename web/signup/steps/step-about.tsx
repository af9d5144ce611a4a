import { useLayoutEffect } from 'react';
import { ABOUT_LENGTH } from '#contract/rules/account-rules.ts';
import { useFormats } from '#web/i18n/format.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useSettings } from '#web/session/use-session.ts';
import { changeDraft, useDraft } from '#web/signup/draft.ts';
import type { StepProps } from '#web/signup/steps.ts';
import { useChecked } from '#web/signup/use-checked.ts';
import { Chip } from '#web/ui/chip.tsx';
import { Checkbox, Textarea } from '#web/ui/field.tsx';
import styles from './step.module.css';

const starts = ['1', '2', '3', '4'] as const;

export function StepAbout({ register }: StepProps) {
  const { t } = useTranslation('signup');
  const { fieldText } = useErrorText();
  const { min_age, name, shared_with } = useSettings();
  const { list } = useFormats();
  const { draft, refused } = useDraft();
  const { shown, pass } = useChecked(
    {
      about: [...draft.about].length > ABOUT_LENGTH ? 'too_long' : null,
      intimate_consent: draft.intimate_consent ? null : 'intimate_consent_required',
    },
    refused,
  );
  useLayoutEffect(() => {
    register(pass);
  });
  const begin = (start: string) =>
    changeDraft({ about: draft.about.trim() ? `${draft.about.trimEnd()}\n${start} ` : `${start} ` });
  return (
    <>
      <Textarea
        label={t('about.label')}
        name="about"
        rows={5}
        value={draft.about}
        placeholder={t('about.placeholder')}
        hint={t('about.hint')}
        error={fieldText(shown('about'), { limit: ABOUT_LENGTH })}
        onChange={(event) => changeDraft({ about: event.target.value })}
      />
      <div className={styles['openers']}>
        {starts.map((number) => (
          <Chip key={number} onClick={() => begin(t(`about.starts.${number}`))}>
            {t(`about.starts.${number}`)}…
          </Chip>
        ))}
      </div>
      <Checkbox
        name="intimate_consent"
        checked={draft.intimate_consent === true}
        onChange={(event) => changeDraft({ intimate_consent: event.target.checked })}
        label={t('about.intimate_consent', { site: name })}
        error={fieldText(shown('intimate_consent'))}
      />
      {shared_with.length > 0 && <p>{t('about.shared', { sites: list(shared_with) })}</p>}
      <p className={styles['terms']}>
        <Trans
          t={t}
          i18nKey="about.terms"
          values={{ age: min_age }}
          components={{
            terms: <Link to="/pages/terms" target="_blank" />,
            privacy: <Link to="/pages/privacy" target="_blank" />,
          }}
        />
      </p>
    </>
  );
}
