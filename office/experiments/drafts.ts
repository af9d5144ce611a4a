import type { CallBody } from '#contract/calls.ts';
import type { Experiment } from '#contract/experiments.ts';

export type Draft = Omit<CallBody<'saveExperiment'>, 'site' | 'seen'>;

export const newDraft = (): Draft => ({
  id: '',
  key: '',
  kind: 'landing',
  subject: '',
  hypothesis: '',
  variants: [
    { name: 'A', weight: 50, change: {} },
    { name: 'B', weight: 50, change: {} },
  ],
  metric: 'signup',
  currency: 'EUR',
  guardrails: { complaints: 2, refunds: 2, deletions: 2, unsubscribes: 2, page_errors: 20 },
  coverage_percent: 100,
});

export const draftOf = ({
  id,
  key,
  kind,
  subject,
  hypothesis,
  variants,
  metric,
  currency,
  guardrails,
  coverage_percent,
}: Experiment): Draft => ({
  id,
  key,
  kind,
  subject,
  hypothesis,
  variants,
  metric,
  currency,
  guardrails,
  coverage_percent,
});
