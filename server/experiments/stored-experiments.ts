import { sql } from 'kysely';
import type {
  ExperimentKind,
  ExperimentMetric,
  ExperimentState,
  ExperimentVariant,
  Guardrails,
  StopReason,
} from '#contract/experiments.ts';
import type { currencies } from '#contract/lists/currencies.ts';
import type { App } from '../platform/app.ts';
import { remember } from '../platform/remembered.ts';
import type { Counts } from './counts.ts';

export const EXPERIMENTS_CHANGED = 'experiments_changed';
const MAX_AGE_MS = 30_000;

export interface StoredExperiment {
  id: string;
  host: string;
  key: string;
  kind: ExperimentKind;
  ground: string;
  hypothesis: string;
  variants: ExperimentVariant[];
  metric: ExperimentMetric;
  currency: (typeof currencies)[number];
  guardrails: Guardrails;
  coverage_percent: number;
  state: ExperimentState;
  started_at: Date | null;
  stopped_at: Date | null;
  stop_reason: StopReason | null;
  winner: number | null;
  counts: Counts | null;
  counted_at: Date | null;
  changed_at: Date;
}

export const storedColumns = sql`id, host, key, kind, ground, hypothesis, variants, metric, currency, guardrails, coverage_percent,
  state, started_at, stopped_at, stop_reason, winner, counts, counted_at, changed_at`;

declare module '../platform/app.ts' {
  interface Parts {
    /**
     * The experiments that change a page now: those that run, and those with a winner, at most one on each page. Cached for
     * half a minute, or until one changes.
     */
    activeExperiments(): Promise<StoredExperiment[]>;
  }
}

export function rememberExperiments({
  db,
  events,
}: Pick<App, 'db' | 'events'>): () => Promise<StoredExperiment[]> {
  const active = remember(async () => {
    const { rows } = await sql<StoredExperiment>`
      select ${storedColumns} from experiments where state in ('running', 'decided')`.execute(db);
    return rows;
  }, MAX_AGE_MS);
  events.onPublish(EXPERIMENTS_CHANGED, active.forget);
  return active.get;
}
