import { sql } from 'kysely';
import type { ActivityDetails } from '#contract/activity/activity-details.ts';
import { activityKinds, type ActivityKind } from '#contract/activity/activity-kinds.ts';
import type { App } from '../platform/app.ts';
import { afterCommit, type Db } from '../platform/database/index.ts';

type Kinds = typeof activityKinds;
type DetailsOf<K extends ActivityKind> = {
  [D in Kinds[K]['details'][number]]-?: NonNullable<ActivityDetails[D]>;
};

/** An event of one kind, with the details and the person that the kind needs. */
type EventOf<K extends ActivityKind> = {
  member: number;
  kind: K;
  /** Identifies the event within its kind. A second event with the same key replaces the first. */
  key: string | number;
} & (Kinds[K]['details'] extends readonly [] ? { details?: never } : { details: DetailsOf<K> }) &
  (Kinds[K]['person'] extends 'none' ? { about?: never } : { about: number });

export type NewActivity = { [K in ActivityKind]: EventOf<K> }[ActivityKind];

/**
 * Records what happened to a member, for the list on /activity, in the transaction of the event. Open browsers
 * are notified after the commit.
 */
export async function recordActivity(
  app: Pick<App, 'events'>,
  tx: Db,
  { member, kind, key, about, details }: NewActivity,
): Promise<void> {
  const { counts } = activityKinds[kind];
  await sql`
    select record_activity(${member}::bigint, ${kind}, ${String(key)}, ${about ?? null}::bigint, ${JSON.stringify(details ?? {})}::jsonb, ${counts})`.execute(
    tx,
  );
  await afterCommit(
    tx,
    () => app.events.emit(member, 'changed', { what: 'activity' }),
    `activity of ${member}`,
  );
}
