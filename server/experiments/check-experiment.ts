import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { FieldCode } from '#contract/errors.ts';
import type { ExperimentKind, ExperimentMetric, VersionChange } from '#contract/experiments.ts';
import { keysOf } from '#contract/keys.ts';
import { isLandingDesign, isOpenDesign, landingDesigns } from '#contract/lists/landing-designs.ts';
import { fullSlug, readSlug } from '#contract/rules/landing-rules.ts';
import { textsOf } from '#mail/texts.ts';
import type { Db } from '../platform/database/index.ts';
import { refuseFields } from '../platform/http/refusal.ts';

type Body = Pick<CallBody<'saveExperiment'>, 'kind' | 'subject' | 'variants' | 'metric'>;

/** What a version of each kind may change, and the metrics that it can move. */
const rules: Record<
  ExperimentKind,
  {
    changes: readonly (keyof VersionChange)[];
    metrics: readonly ExperimentMetric[];
    isSubject: (subject: string) => boolean;
  }
> = {
  landing: {
    changes: ['slug', 'design'],
    metrics: ['signup', 'confirmed', 'first_purchase', 'revenue'],
    isSubject: isLandingPath,
  },
  price_page: {
    changes: ['order', 'recommended', 'words'],
    metrics: ['first_purchase', 'revenue'],
    isSubject: (subject) => subject === '',
  },
  text: {
    changes: ['words'],
    metrics: ['first_purchase', 'revenue'],
    isSubject: (subject) => usualText(subject) !== null,
  },
};

/** Throws `invalid_fields` unless the first version changes nothing and each of the others something that its kind may. */
export async function checkExperiment(db: Db, experiment: Body, niche: number): Promise<void> {
  const { kind, subject, variants, metric } = experiment;
  const { metrics, isSubject } = rules[kind];
  const faults: Record<string, FieldCode> = {};
  if (!isSubject(subject)) faults['subject'] = 'invalid';
  if (!metrics.includes(metric)) faults['metric'] = 'invalid';
  const changes = variants.map(({ change }) => change);
  const isComplete =
    fitsKind(experiment) &&
    (kind !== 'text' || changes.every(({ words = {} }) => keepsMarks(subject, words))) &&
    (await areOnSale(
      db,
      changes.flatMap(({ recommended }) => recommended ?? []),
    )) &&
    (await areWritten(
      db,
      changes.flatMap(({ slug }) => (slug ? (fullSlug(slug, niche) ?? slug) : [])),
    ));
  if (!isComplete) faults['variants'] = 'invalid';
  if (Object.keys(faults).length > 0) throw refuseFields(faults);
}

function fitsKind({ kind, variants }: Body): boolean {
  const [first, ...others] = variants.map(({ change }) =>
    keysOf(change).filter((field) => isSet(change[field])),
  );
  return (
    first?.length === 0 &&
    others.every(
      (fields) => fields.length > 0 && fields.every((field) => rules[kind].changes.includes(field)),
    ) &&
    variants.every(({ change: { design } }) => design === undefined || isOpenDesign(design)) &&
    new Set(variants.map(({ name }) => name)).size === variants.length
  );
}

/** A slug without texts would show the usual ones, so the versions would be the same. */
async function areWritten(db: Db, slugs: readonly string[]): Promise<boolean> {
  const unknown = slugs.filter((slug) => !textsOf('landing_slugs').exists(`${slug}.headline`, { lng: 'en' }));
  if (unknown.length === 0) return true;
  const { rows } = await sql<{ slug: string }>`
    select distinct slug from landing_slugs where slug = any(${unknown}::text[])`.execute(db);
  return unknown.every((slug) => rows.some((row) => row.slug === slug));
}

const isSet = (value: VersionChange[keyof VersionChange]) =>
  value !== undefined && (typeof value !== 'object' || Object.keys(value).length > 0);

function isLandingPath(subject: string): boolean {
  const [design, slug, ...rest] = subject.split('/');
  if (rest.length > 0 || !isLandingDesign(design) || !isOpenDesign(design)) return false;
  return slug === undefined || (landingDesigns[design].takesSlug && readSlug(slug) !== null);
}

async function areOnSale(db: Db, packages: readonly number[]): Promise<boolean> {
  if (packages.length === 0) return true;
  const { rows } = await sql<{ id: number }>`
    select id from packages where active and id = any(${packages}::int[])`.execute(db);
  return packages.every((id) => rows.some((row) => row.id === id));
}

/** The English text of `namespace:key` that members read, or null. */
function usualText(subject: string): string | null {
  const [, namespace = '', key = ''] = /^([a-z_]+):([\w.]+)$/.exec(subject) ?? [];
  if (namespace === '') return null;
  try {
    const text: unknown = textsOf(namespace).getResource('en', namespace, key);
    return typeof text === 'string' ? text : null;
  } catch {
    // There is no such namespace.
    return null;
  }
}

/** A text keeps the placeholders and tags of the usual one, or its page would show gaps. */
function keepsMarks(subject: string, words: NonNullable<VersionChange['words']>): boolean {
  const marksOf = (text: string) => (text.match(/\{[^{}]+\}|<\/?\w+>/g) ?? []).toSorted().join(' ');
  const usual = marksOf(usualText(subject) ?? '');
  return Object.values(words).every((text) => marksOf(text) === usual);
}
