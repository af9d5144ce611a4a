import type { ExperimentKind } from '#contract/experiments.ts';

/** What an experiment runs on. Only one at a time may run on the same. */
export const groundOf = (kind: ExperimentKind, subject: string): string => `${kind} ${subject}`.trim();

export const subjectOf = ({ kind, ground }: { kind: ExperimentKind; ground: string }): string =>
  ground.slice(kind.length + 1);
