import {
  type SeriesConditions,
  type SeriesStep,
  factConditions,
} from '#contract/notifications/mail-series.ts';

const HOUR_MS = 3_600_000;
/** If caps, quiet hours or a stopped worker delay a mail longer than this, it is left out: it would be stale. */
const MOST_LATE_MS = 3 * 24 * HOUR_MS;

export interface StepFacts {
  credits: boolean;
  bought: boolean;
  photo: boolean;
  wrote: boolean;
  answered: boolean;
  country: string | null;
  language: string;
}

export const isMet = (conditions: SeriesConditions, facts: StepFacts): boolean =>
  factConditions.every((fact) => conditions[fact] === undefined || conditions[fact] === facts[fact]) &&
  includes(conditions.countries, facts.country) &&
  includes(conditions.languages, facts.language);

const includes = (wanted: readonly string[] | undefined, value: string | null): boolean =>
  wanted === undefined || wanted.length === 0 || (value !== null && wanted.includes(value));

/** The first step, by delay, whose mail was not handled yet. Steps are known by their mail, so an edit repeats none. */
export const nextStep = (steps: readonly SeriesStep[], handled: readonly string[]): SeriesStep | null =>
  steps.toSorted((a, b) => a.hours - b.hours).find(({ mail }) => !handled.includes(mail)) ?? null;

export const dueAt = (beginsAt: Date, { hours }: SeriesStep): Date =>
  new Date(beginsAt.getTime() + hours * HOUR_MS);

export const isStale = (due: Date, now: Date, waitSeconds = 0): boolean =>
  now.getTime() + waitSeconds * 1000 - due.getTime() > MOST_LATE_MS;
