import { useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { ShownSeries } from '#contract/notifications/calls.ts';
import { seriesTriggers, type SeriesStep } from '#contract/notifications/mail-series.ts';
import { Unsaved } from '#office/pieces/unsaved.tsx';
import { useSave } from '#office/pieces/use-save.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, TextInput } from '#web/ui/field.tsx';
import { StepFields } from './step-fields.tsx';
import { wholeIn } from './whole-in.ts';
import styles from '#office/texts/texts.module.css';

export function SeriesForm({
  series: { figures: _figures, ...saved },
  site,
  language,
}: {
  series: ShownSeries;
  site: string;
  language: Locale;
}) {
  const { t } = useTranslation('office/notifications');
  const { errorText } = useErrorText();
  const [draft, setDraft] = useState(saved);
  const { trigger, enabled, holdout_percent, steps } = draft;
  const save = useSave((api, body: CallBody<'saveMailSeries'>) => api.call('saveMailSeries', { body }), {
    done: t('series.saved'),
    refresh: ['adminMailSeries'],
  });
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  const setSteps = (next: SeriesStep[]) => setDraft({ ...draft, steps: next });
  const left = seriesTriggers[trigger].mails.filter((mail) => steps.every((step) => step.mail !== mail));
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ site, ...draft });
      }}
    >
      <Unsaved when={isChanged && !save.isPending} />
      <Checkbox
        label={t('series.enabled')}
        hint={t('series.enabled_hint')}
        checked={enabled}
        onChange={({ target }) => setDraft({ ...draft, enabled: target.checked })}
      />
      <TextInput
        type="number"
        min={0}
        max={50}
        required
        label={t('series.holdout')}
        hint={t('series.holdout_hint')}
        value={holdout_percent}
        onChange={({ target }) => setDraft({ ...draft, holdout_percent: wholeIn(target.value, 50) })}
      />
      {steps.map((step, index) => (
        <StepFields
          key={step.mail}
          step={step}
          host={site}
          language={language}
          onChange={(next) => setSteps(steps.with(index, next))}
          onRemove={() => setSteps(steps.toSpliced(index, 1))}
        />
      ))}
      {left.length > 0 && (
        <div className={styles['buttons']}>
          {left.map((mail) => (
            <Button
              key={mail}
              look="secondary"
              size="s"
              onClick={() => setSteps([...steps, { mail, hours: 24, push: false, conditions: {} }])}
            >
              {t('series.add', { mail: t(`series.names.${mail.replaceAll('-', '_')}`) })}
            </Button>
          ))}
        </div>
      )}
      {save.error && <Alert tone="error">{errorText(save.error)}</Alert>}
      <div className={styles['buttons']}>
        <Button type="submit" busy={save.isPending} disabled={!isChanged}>
          {t('series.save')}
        </Button>
      </div>
    </form>
  );
}
