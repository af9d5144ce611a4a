import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { one, type Db } from '../../platform/database/index.ts';
import { refuseFields } from '../../platform/http/refusal.ts';

/** Adds a note to a day of the charts, for one site or for all. Throws `invalid_fields` without words. */
export async function addNote(
  db: Db,
  operator: number,
  { day, site, body }: CallBody<'addFigureNote'>,
): Promise<number> {
  if (body.trim() === '') throw refuseFields({ body: 'required' });
  const { id } = await one(
    sql<{ id: number }>`
      insert into figure_notes (day, site, body, operator_id) values (${day}::date, ${site ?? null}, ${body.trim()}, ${operator})
      returning id`.execute(db),
  );
  return id;
}
