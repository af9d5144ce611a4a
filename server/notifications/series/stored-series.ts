import { sql } from 'kysely';
import type { SeriesStep, SeriesTrigger } from '#contract/notifications/mail-series.ts';
import type { App } from '../../platform/app.ts';
import { remember } from '../../platform/remembered.ts';

export const SERIES_CHANGED = 'mail_series_changed';
const MAX_AGE_MS = 30_000;

export interface StoredSeries {
  host: string;
  trigger: SeriesTrigger;
  enabled: boolean;
  holdout_percent: number;
  steps: SeriesStep[];
  changed_at: Date;
}

declare module '../../platform/app.ts' {
  interface Parts {
    /** The series of every site that operators saved. Cached for half a minute, or until one changes. */
    mailSeries(): Promise<StoredSeries[]>;
  }
}

export function rememberSeries({ db, events }: Pick<App, 'db' | 'events'>): () => Promise<StoredSeries[]> {
  const series = remember(async () => {
    const { rows } = await sql<StoredSeries>`
      select host, trigger, enabled, holdout_percent, steps, changed_at from mail_series`.execute(db);
    return rows;
  }, MAX_AGE_MS);
  events.onPublish(SERIES_CHANGED, series.forget);
  return series.get;
}
