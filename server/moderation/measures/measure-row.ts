import { sql } from 'kysely';
import type { Measure } from '#contract/moderation/measures.ts';
import type { Ground, MeasureKind } from '#contract/rules/measure-rules.ts';

export const measureColumns = sql`m.id, m.kind, m.ground, m.facts, p.name as operator, m.operator_id, m.until, m.created_at, m.ended_at, a.state as appeal`;

export const measureJoins = sql`measures m left join profiles p on p.id = m.operator_id left join appeals a on a.measure_id = m.id`;

export interface MeasureRow {
  id: number;
  kind: MeasureKind;
  ground: Ground;
  facts: string;
  operator: string | null;
  operator_id: number;
  until: Date | null;
  created_at: Date;
  ended_at: Date | null;
  appeal: Measure['appeal'];
}

export const presentMeasure = ({
  operator_id: _by,
  until,
  created_at,
  ended_at,
  ...rest
}: MeasureRow): Measure => ({
  ...rest,
  until: until?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
});
