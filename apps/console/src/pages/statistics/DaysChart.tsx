import type { YearFigures } from '@ce/client/staff/statistics.ts'
import { token } from '@ce/ui/theme.ts'
import {
  Area,
  AreaChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import classes from './Statistics.module.css'
import type { metrics } from './words.ts'

interface DaysChartProps {
  days: YearFigures['days']
  metric: (typeof metrics)[number]
}

/** Figures by day. A picture only: the table beside it says the same. */
export function DaysChart({ days, metric }: DaysChartProps) {
  const points = everyDay(days).map(({ day, found }) => ({
    day,
    value: found ? metric.of(found) : 0,
  }))
  return (
    <div className={classes.chart} aria-hidden="true">
      <ResponsiveContainer width="100%" height="100%">
        <AreaChart data={points} accessibilityLayer={false} margin={{ top: 8, right: 8, left: 0 }}>
          <CartesianGrid stroke={token('line')} vertical={false} />
          <XAxis dataKey="day" tick={tick} minTickGap={32} tickFormatter={monthDay} />
          <YAxis tick={tick} width={56} allowDecimals={metric.key === 'study'} />
          <Tooltip
            formatter={(value) => [`${value} ${metric.unit}`, metric.title]}
            isAnimationActive={false}
          />
          <Area
            type="monotone"
            dataKey="value"
            stroke={token('brand')}
            fill={token('brand-tint')}
            strokeWidth={2}
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  )
}

const tick = { fill: token('secondary'), fontSize: 14 }
const monthDay = (day: string) => day.slice(5)

/** Days without anything stand between the others as nought. */
function everyDay(days: YearFigures['days']) {
  const known = new Map(days.map((one) => [one.day, one]))
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (!first || !last) return []
  const all: { day: string; found: YearFigures['days'][number] | undefined }[] = []
  for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10)
    all.push({ day, found: known.get(day) })
  }
  return all
}
