import { sql } from 'kysely';
import type { ContestedDecision } from '#contract/moderation/appeals.ts';
import type { Detection, Ground, MeasureKind } from '#contract/rules/measure-rules.ts';
import type { Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Objection } from './appeal-link.ts';

type Contested = {
  kind: MeasureKind | null;
  ground: Ground | null;
  facts: string;
  until: Date | null;
  decided_at: Date;
  detection: Detection | null;
} & (
  | { state: 'open' | 'upheld' | 'reversed'; note: string | null; created_at: Date }
  | { state: null; note: null; created_at: null }
);

/**
 * GET /api/appeal.php: a decision as the affected person sees it. Throws `link_expired` if it no longer
 * exists.
 */
export async function contestedDecisionOf(db: Db, objection: Objection): Promise<ContestedDecision> {
  const { rows } = await sql<Contested>`${
    'measure' in objection
      ? sql`select m.kind, m.ground, m.facts, m.until, m.created_at as decided_at, m.detection, a.state, a.note, a.created_at
          from measures m left join appeals a on a.measure_id = m.id where m.id = ${objection.measure}`
      : sql`select null as kind, null as ground, coalesce(c.note, '') as facts, null::timestamptz as until, c.decided_at, null as detection, a.state, a.note, a.created_at
          from complaints c left join appeals a on a.complaint_id = c.id and a.round = c.round where c.id = ${objection.complaint} and c.decided_at is not null`
  }`.execute(db);
  const row = rows[0];
  if (!row) throw refuse('link_expired');
  const { kind, ground, facts, until, decided_at, detection, state, note, created_at } = row;
  const appeal = state && { state, note, created_at: created_at.toISOString() };
  return {
    kind,
    ground,
    facts,
    until: until?.toISOString() ?? null,
    decided_at: decided_at.toISOString(),
    detection,
    appeal,
  };
}
