import type { CallReply } from '#contract/calls.ts';
import type { Experiment } from '#contract/experiments.ts';
import { subjectOf } from './ground-of.ts';
import { resultsOf } from './judge.ts';
import type { StoredExperiment } from './stored-experiments.ts';

type Summary = CallReply<'adminExperiments'>['experiments'][number];

export function presentSummary(stored: StoredExperiment): Summary {
  const { host: _host, ground: _ground, counts: _counts, counted_at: _at, changed_at, ...rest } = stored;
  return {
    ...rest,
    subject: subjectOf(stored),
    started_at: stored.started_at?.toISOString() ?? null,
    stopped_at: stored.stopped_at?.toISOString() ?? null,
    seen: changed_at.toISOString(),
  };
}

export const presentExperiment = (stored: StoredExperiment): Experiment => ({
  ...presentSummary(stored),
  results:
    stored.counts && stored.counted_at
      ? { ...resultsOf(stored, stored.counts), counted_at: stored.counted_at.toISOString() }
      : null,
});
