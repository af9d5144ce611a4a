import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

// The Okabe-Ito palette is distinguishable with every kind of colour blindness, and each series also has a
// dash pattern. figures.module.css sets the colours for light and dark mode. As CSS variables they switch
// without redrawing.
const first = { colour: 'var(--series-1)', dash: '0' };
const series = [
  first,
  { colour: 'var(--series-2)', dash: '7 4' },
  { colour: 'var(--series-3)', dash: '2 3' },
  { colour: 'var(--series-4)', dash: '10 3 2 3' },
];
const seriesAt = (index: number) => series[index % series.length] ?? first;

interface Props {
  label: string;
  rows: Record<string, string | number>[];
  lines: { key: string; name: string }[];
  format: (value: number) => string;
}

const axis = {
  stroke: 'var(--line)',
  tick: { fill: 'var(--ink-2)', fontSize: 13 },
  tickLine: false,
} as const;
const margin = { top: 8, right: 12, bottom: 0, left: 0 };
const box = {
  background: 'var(--card)',
  border: '1px solid var(--line)',
  borderRadius: 12,
  color: 'var(--ink)',
};
const AXIS_WIDTH = 64;

const short = (format: (value: number) => string) => (value: number) =>
  Math.abs(value) >= 10_000 ? `${format(Math.round(value / 1000))}k` : format(value);

const frame = ({ lines, format }: Props, plain: (value: number) => string) => [
  <CartesianGrid key="grid" stroke="var(--line)" vertical={false} />,
  <XAxis key="x" dataKey="label" minTickGap={28} {...axis} />,
  <YAxis
    key="y"
    width={AXIS_WIDTH}
    allowDecimals={false}
    tickFormatter={short(plain)}
    {...axis}
    axisLine={false}
  />,
  <Tooltip
    key="tip"
    formatter={(value) => format(Number(value))}
    contentStyle={box}
    itemStyle={{ color: 'var(--ink)' }}
    cursor={{ stroke: 'var(--ink-2)', fill: 'var(--soft)' }}
  />,
  lines.length > 1 ? (
    <Legend
      key="legend"
      iconType="plainline"
      formatter={(name: string) => <span style={{ color: 'var(--ink)' }}>{name}</span>}
    />
  ) : null,
];

export function SeriesLines(props: Props) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart data={props.rows} margin={margin} accessibilityLayer title={props.label}>
        {frame(props, props.format)}
        {props.lines.map(({ key, name }, index) => (
          <Line
            key={key}
            dataKey={key}
            name={name}
            stroke={seriesAt(index).colour}
            strokeDasharray={seriesAt(index).dash}
            strokeWidth={2.5}
            dot={props.rows.length === 1}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}

export function SeriesBars(props: Props) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={props.rows} margin={margin} accessibilityLayer title={props.label}>
        {frame(props, (value) => String(value))}
        {props.lines.map(({ key, name }, index) => (
          <Bar
            key={key}
            dataKey={key}
            name={name}
            fill={seriesAt(index).colour}
            radius={[3, 3, 0, 0]}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
