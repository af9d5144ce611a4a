import type { ComparedFigure, Today } from '#contract/figures/today.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import styles from './today.module.css';

const WIDTH = 240;
const HEIGHT = 56;
const EDGE = 4;
const DAY_MS = 86_400_000;

interface Props {
  title: string;
  row: ComparedFigure;
  data: Today;
  format: (value: number) => string;
}

/** The last days as a line, those before them dashed behind it, and a mark at each day with a note. */
export function Sparkline({ title, row: { days, before }, data, format }: Props) {
  const { t } = useTranslation('office/figures');
  const { dayAndMonth } = useFormats();
  const most = Math.max(1, ...days, ...before);
  const x = (index: number) => EDGE + (index / Math.max(1, days.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (value: number) => HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE);
  const points = (values: readonly number[]) =>
    values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const indexOf = (day: string) => Math.round((Date.parse(day) - Date.parse(data.first_day)) / DAY_MS);
  const sum = (values: readonly number[]) => format(values.reduce((total, value) => total + value, 0));
  return (
    <figure className={styles['chart']}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('today.chart', { figure: title, sum: sum(days) })}
      >
        {before.length > 0 && <polyline className={styles['before']} points={points(before)} />}
        <polyline className={styles['line']} points={points(days)} />
        {data.notes.map(({ id, day, body }) => (
          <line
            key={id}
            className={styles['mark']}
            x1={x(indexOf(day))}
            x2={x(indexOf(day))}
            y1={0}
            y2={HEIGHT}
          >
            <title>{body}</title>
          </line>
        ))}
      </svg>
      <figcaption suppressHydrationWarning>
        {t(before.length > 0 ? 'today.chart_compared' : 'today.chart_since', {
          day: dayAndMonth(`${data.first_day}T12:00:00Z`),
          sum: sum(days),
          before: sum(before),
        })}
      </figcaption>
    </figure>
  );
}
