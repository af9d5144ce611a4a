import { useState } from 'react';
import type { ComparedFigure, Today } from '#contract/figures/today.ts';
import { moneyFigures } from '#contract/rules/figure-rules.ts';
import { May } from '#office/pieces/may.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { IconInfo } from '#web/ui/icons.ts';
import { Menu } from '#web/ui/menu.tsx';
import { GoalForm } from './goal-form.tsx';
import { Sparkline } from './sparkline.tsx';
import styles from './today.module.css';

interface Props {
  figure: ComparedFigure;
  data: Today;
  /** The list with its rows. */
  link: string | null;
}

/** One figure of the current day: its comparisons, its chart and the goal of the month. */
export function TodayFigure({ figure: row, data, link }: Props) {
  const { t } = useTranslation('office/figures');
  const value = useFigureFormat(row);
  const title = t(`today.figures.${row.figure}`, { currency: row.currency });
  return (
    <article className={styles['figure']} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Menu button={<IconInfo size={18} aria-label={t('today.definition', { figure: title })} />}>
          <p className={styles['definition']}>{t(`today.definitions.${row.figure}`)}</p>
        </Menu>
      </header>
      <strong className={styles['now']}>{value(row.today)}</strong>
      <dl className={styles['comparisons']}>
        <Comparison label={t('today.last_week')} now={row.today} then={row.last_week} value={value} />
        <Comparison label={t('today.average')} now={row.today} then={row.average} value={value} />
      </dl>
      <Sparkline title={title} row={row} data={data} format={value} />
      <Goal row={row} data={data} format={value} />
      {link && <Link to={link}>{t('today.rows')}</Link>}
    </article>
  );
}

/** Formats a value of a figure: a count, or cents of its currency. */
function useFigureFormat({ figure, currency }: ComparedFigure): (value: number) => string {
  const { number, money } = useFormats();
  return (value) =>
    moneyFigures.includes(figure) ? money({ amount: (value / 100).toFixed(2), currency }) : number(value);
}

function Comparison({
  label,
  now,
  then,
  value,
}: {
  label: string;
  now: number;
  then: number | null;
  value: (of: number) => string;
}) {
  const { t } = useTranslation('office/figures');
  const { percent } = useFormats();
  const change = then === null || then === 0 ? null : Math.round((100 * (now - then)) / then);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {then === null ? t('today.not_counted') : value(then)}{' '}
        {change !== null && (
          <span className={change < 0 ? styles['less'] : styles['more']}>
            {change > 0 && '+'}
            {percent(change)}
          </span>
        )}
      </dd>
    </div>
  );
}

function Goal({
  row: { figure, currency, month, goal },
  data,
  format,
}: {
  row: ComparedFigure;
  data: Today;
  format: (value: number) => string;
}) {
  const { t } = useTranslation('office/figures');
  const { percent } = useFormats();
  const [edits, setEdits] = useState(false);
  return (
    <div className={styles['goal']}>
      <p>
        {goal === null
          ? t('today.month', { value: format(month) })
          : t('today.of_goal', {
              value: format(month),
              goal: format(goal),
              share: percent((100 * month) / goal),
              month: percent(data.month_percent),
            })}
      </p>
      {goal !== null && (
        <progress
          value={Math.min(month, goal)}
          max={goal}
          aria-label={t('today.progress', { figure: t(`today.figures.${figure}`, { currency }) })}
        />
      )}
      <May call="setFigureGoal">
        <button
          type="button"
          className={styles['edit']}
          aria-expanded={edits}
          onClick={() => setEdits(!edits)}
        >
          {t(goal === null ? 'today.set_goal' : 'today.change_goal')}
        </button>
        {edits && (
          <GoalForm
            figure={figure}
            currency={currency}
            month={data.month}
            goal={goal}
            onSaved={() => setEdits(false)}
          />
        )}
      </May>
    </div>
  );
}
