import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import { moneyFigures } from '#contract/rules/figure-rules.ts';
import type { Db } from '../../platform/database/index.ts';
import { refuseFields } from '../../platform/http/refusal.ts';

/** Sets or removes the goal of a figure for a month. Throws `invalid_fields` unless exactly money has a currency. */
export async function setGoal(
  db: Db,
  { figure, currency, month, target }: CallBody<'setFigureGoal'>,
): Promise<void> {
  if (moneyFigures.includes(figure) !== (currency !== '')) throw refuseFields({ currency: 'invalid' });
  await (
    target === null
      ? sql`delete from figure_goals where month = ${month}::date and figure = ${figure} and currency = ${currency}`
      : sql`
        insert into figure_goals (month, figure, currency, target) values (${month}::date, ${figure}, ${currency}, ${target})
        on conflict (month, figure, currency) do update set target = excluded.target`
  ).execute(db);
}
