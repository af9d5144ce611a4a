import { type FormEvent, useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import { experimentKinds, type ExperimentMetric, experimentMetrics } from '#contract/experiments.ts';
import { currencies } from '#contract/lists/currencies.ts';
import { itemOf } from '#contract/lists/item-of.ts';
import { openDesignPaths } from '#contract/lists/landing-designs.ts';
import { Unsaved } from '#office/pieces/unsaved.tsx';
import { useSave } from '#office/pieces/use-save.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select, Textarea, TextInput } from '#web/ui/field.tsx';
import type { Draft } from './drafts.ts';
import { GuardrailFields } from './guardrail-fields.tsx';
import { VariantFields } from './variant-fields.tsx';
import styles from './experiments.module.css';

interface Props {
  site: string;
  saved: Draft;
  /** When it was saved, as the operator saw it; null for a new one. */
  seen: string | null;
  onSaved?: (id: string) => void;
}

const usualMetric = (kind: Draft['kind']): ExperimentMetric =>
  kind === 'landing' ? 'signup' : 'first_purchase';

export function ExperimentForm({ site, saved, seen, onSaved }: Props) {
  const { t } = useTranslation('office/experiments');
  const { errorText, fieldTexts } = useErrorText();
  const [id] = useState(() => saved.id || crypto.randomUUID());
  const [draft, setDraft] = useState(saved);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const save = useSave((api, body: CallBody<'saveExperiment'>) => api.call('saveExperiment', { body }), {
    done: t('saved'),
    refresh: ['adminExperiments', 'adminExperiment'],
    onSaved: () => onSaved?.(id),
  });
  const fields = fieldTexts(save.error);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ ...draft, id, site, seen });
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <Unsaved when={isChanged && !save.isPending && !save.isSuccess} />
      <div className={styles['pair']}>
        <TextInput
          label={t('key')}
          hint={t('key_hint')}
          error={fields['key']}
          required
          pattern="[a-z0-9][a-z0-9\-]{1,49}"
          value={draft.key}
          onChange={({ target }) => change({ key: target.value })}
        />
        <Select
          label={t('kind')}
          value={draft.kind}
          options={experimentKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={({ target }) => {
            const kind = itemOf(experimentKinds, target.value) ?? 'landing';
            const variants = draft.variants.map((one) => ({ ...one, change: {} }));
            change({ kind, subject: '', metric: usualMetric(kind), variants });
          }}
        />
      </div>
      <Subject draft={draft} error={fields['subject']} onChange={(subject) => change({ subject })} />
      <Textarea
        label={t('hypothesis')}
        hint={t('hypothesis_hint')}
        required
        maxLength={500}
        value={draft.hypothesis}
        onChange={({ target }) => change({ hypothesis: target.value })}
      />
      <VariantFields
        kind={draft.kind}
        variants={draft.variants}
        error={fields['variants']}
        onChange={(variants) => change({ variants })}
      />
      <Measure draft={draft} error={fields['metric']} onChange={change} />
      <GuardrailFields guardrails={draft.guardrails} onChange={(guardrails) => change({ guardrails })} />
      {save.error && Object.keys(fields).length === 0 && <Alert tone="error">{errorText(save.error)}</Alert>}
      <div className={styles['buttons']}>
        <Button type="submit" busy={save.isPending} disabled={!isChanged}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

function Subject({
  draft: { kind, subject },
  error,
  onChange,
}: {
  draft: Draft;
  error: string | undefined;
  onChange: (subject: string) => void;
}) {
  const { t } = useTranslation('office/experiments');
  if (kind === 'price_page') return null;
  return (
    <TextInput
      label={t(`subjects.${kind}`)}
      hint={t(`subject_hints.${kind}`, {
        designs: openDesignPaths.map((path) => path.split('/').at(-1)).join(', '),
      })}
      error={error}
      required
      maxLength={120}
      value={subject}
      onChange={({ target }) => onChange(target.value.trim())}
    />
  );
}

function Measure({
  draft: { kind, metric, currency, coverage_percent },
  error,
  onChange,
}: {
  draft: Draft;
  error: string | undefined;
  onChange: (part: Partial<Draft>) => void;
}) {
  const { t } = useTranslation('office/experiments');
  const metrics = kind === 'landing' ? experimentMetrics : (['first_purchase', 'revenue'] as const);
  return (
    <div className={styles['pair']}>
      <Select
        label={t('metric')}
        error={error}
        value={metric}
        options={metrics.map((value) => ({ value, label: t(`metrics.${value}`) }))}
        onChange={({ target }) => onChange({ metric: itemOf(experimentMetrics, target.value) ?? metric })}
      />
      {metric === 'revenue' && (
        <Select
          label={t('currency')}
          value={currency}
          options={currencies.map((value) => ({ value, label: value }))}
          onChange={({ target }) => onChange({ currency: itemOf(currencies, target.value) ?? currency })}
        />
      )}
      <TextInput
        type="number"
        min={1}
        max={100}
        required
        label={t('coverage')}
        hint={t('coverage_hint')}
        value={coverage_percent}
        onChange={({ target }) => onChange({ coverage_percent: Math.round(Number(target.value)) })}
      />
    </div>
  );
}
