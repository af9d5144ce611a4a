import { sql, type RawBuilder } from 'kysely';
import type { Gender } from '#contract/lists/genders.ts';
import type { Db } from '../platform/database/index.ts';
import { prepared, type Param, type Value } from '../platform/fast/prepared.ts';
import { skeletonColumns, type Shown } from '../profiles/index.ts';
import { leftOutFrom, listedFor } from '../visibility/index.ts';
import { inTowns } from './conditions.ts';
import { keptCount } from './count.ts';
import { filterShape, filterValues, termsOf, viewerOf } from './filter-shape.ts';
import type { Filters, Terms } from './filters.ts';
import {
  bornBetween,
  rangesByTerms,
  rangesOf,
  START,
  withoutThese,
  type After,
  type Position,
  type RangesViewer,
} from './ranges.ts';
import { rangeRows } from './scan.ts';
import { PAGE, type Searcher } from './search-context.ts';

export type PageRow = Shown & { day: number; kept: number };

export interface PageRequest {
  filters: Filters;
  after: Position;
  except?: number[];
}

/**
 * How many of the newest members are scanned for a page with an age filter or many towns before each birth year or
 * town is queried separately. A wide age range or radius usually fills a page from these.
 */
const WALKED = 500;

/** Where a page is read: index ranges, or the newest members of one country. */
type Source = 'ranges' | 'newest';

/**
 * Reads the skeletons of a page. The first page also counts the matches hidden from the searcher. The text is built
 * once per `Shape`, except for a search by name, whose text also depends on the traits.
 */
export async function pageRows(
  db: Db,
  searcher: Searcher,
  wanted: PageRequest,
  source: Source,
): Promise<PageRow[]> {
  const { filters, after, except = [] } = wanted;
  if (filters.name === null)
    return shapedRows(db, valuesOf(searcher, wanted), shapeOf(searcher, wanted, source));
  const { rows } = await skeletonsOf({
    viewer: searcher,
    filters,
    isFirst: after === START,
    pageFor: (viewer) => mergedRanges(filters, rangesOf({ filters, viewer, after, limit: PAGE + 1, except })),
  }).execute(db);
  return rows;
}

const valuesOf = (searcher: Searcher, { filters, after, except = [] }: PageRequest) => ({
  ...filterValues(searcher, filters),
  after_id: after.id,
  after_day: after.day,
  except,
});

type Values = ReturnType<typeof valuesOf>;

const shapeOf = (searcher: Searcher, { filters, after, except = [] }: PageRequest, source: Source) => ({
  ...filterShape(searcher, filters),
  isFirst: after === START,
  source,
  hasExceptions: except.length > 0,
});

type Shape = ReturnType<typeof shapeOf>;

const shapedRows = prepared<Values, PageRow, Shape>((value, shape) => {
  const filters = termsOf(value, shape);
  const after = { id: value('after_id'), day: value('after_day') };
  const except = shape.hasExceptions ? value('except') : [];
  return skeletonsOf({
    viewer: viewerOf(value, shape),
    filters,
    isFirst: shape.isFirst,
    pageFor: (viewer) =>
      shape.source === 'newest'
        ? amongNewest({ viewer, filters, after, except, value, oneGender: shape.oneGender })
        : mergedRanges(filters, rangesByTerms({ filters, viewer, after, limit: PAGE + 1, except })),
  });
});

const mergedRanges = ({ sort }: Pick<Terms, 'sort'>, ranges: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select * from (${ranges}) r
    order by ${sort === 'active' ? sql`active_on desc, id desc` : sql`id desc`} limit ${sql.lit(PAGE + 1)}`;

interface NewestQuery {
  viewer: RangesViewer;
  filters: Terms;
  after: After;
  except: Param<number[]>;
  value: Value<Values>;
  oneGender: boolean;
}

function amongNewest(newest: NewestQuery): RawBuilder<unknown> {
  const { ages, towns } = newest.filters;
  return sql`
    select p.id from (${newestOf(newest)}) p
    where ${listedFor(newest.viewer)} ${ages ? sql`and ${bornBetween(ages)}` : sql``} ${towns ? sql`and ${inTowns(towns)}` : sql``} ${withoutThese(newest.except)}
    order by p.id desc limit ${sql.lit(PAGE + 1)}`;
}

/** The newest members of one country. With several genders, it merges their index ranges before it reads any profile. */
function newestOf({ viewer, filters, after, value, oneGender }: NewestQuery): RawBuilder<unknown> {
  const ofGender = (gender: Param<Gender>) =>
    rangeRows(viewer, { country: value('country'), gender }, filters, after, WALKED);
  if (oneGender) return ofGender(value('gender'));
  return sql`
    select r.* from unnest(${value('genders')}::text[]) g cross join lateral (${ofGender(sql`g`)}) r
    order by r.id desc limit ${sql.lit(WALKED)}`;
}

interface SkeletonQuery {
  viewer: RangesViewer;
  filters: Omit<Terms, 'everywhere'>;
  isFirst: boolean;
  /** Query for the ids (and activity days) of the page. */
  pageFor(viewer: RangesViewer): RawBuilder<unknown>;
}

function skeletonsOf({ viewer, filters, isFirst, pageFor }: SkeletonQuery): RawBuilder<PageRow> {
  const active = filters.sort === 'active';
  const shared = isFirst && viewer.id !== null ? leftOutFrom(viewer.id) : null;
  const pageViewer = shared ? { ...viewer, leftOut: shared.leftOut } : viewer;
  return sql`
    with ${shared ? sql`${shared.cte},` : sql``} page as (${pageFor(pageViewer)})
    select ${skeletonColumns(viewer.id, sql`array(select id from page)`)}, ${active ? sql`page.active_on - date '1970-01-01'` : sql`0`} as day,
      ${isFirst ? keptCount(pageViewer, filters) : sql`0`} as kept
    from page join profiles p on p.id = page.id
    order by ${active ? sql`page.active_on desc, p.id desc` : sql`p.id desc`}`;
}
