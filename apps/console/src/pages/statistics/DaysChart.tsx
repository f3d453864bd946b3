import type { YearFigures } from '@ce/client/staff/statistics.ts'
import { type PointerEvent, useState } from 'react'
import classes from './DaysChart.module.css'
import type { dayChartMetrics } from './metrics.ts'

interface DaysChartProps {
  days: YearFigures['days']
  metric: (typeof dayChartMetrics)[number]
}

/** px */
const height = 220
/** The largest number of parts into which the labels divide an axis. */
const parts = 4

/** Hidden from screen readers, because a table shows the same data. */
export function DaysChart({ days, metric }: DaysChartProps) {
  const [pointed, setPointed] = useState<number | null>(null)
  const points = everyDay(days).map(({ day, found }) => ({
    day,
    value: found ? metric.of(found) : 0,
  }))
  const last = points.length - 1
  const highest = Math.max(...points.map(({ value }) => value))
  const step = valueStep(highest, metric.key === 'study')
  const used = Math.ceil(highest / step) || 1
  const ticks = Array.from({ length: used + 1 }, (_, index) => round(index * step))
  /** Percent of the width from the left; a single day stands in the middle. */
  const x = (index: number) => (last === 0 ? 50 : (100 * index) / last)
  const y = (value: number) => height * (1 - value / (used * step))
  const line = points.map(({ value }, index) => `${x(index)} ${y(value)}`).join('L')
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(Math.round(Math.min(1, Math.max(0, (clientX - left) / width)) * last))
  }
  const shown = pointed ?? (last === 0 ? 0 : -1)
  const chosen = points[shown]
  return (
    <div className={classes.chart} aria-hidden="true">
      <svg
        aria-hidden="true"
        height={height}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        <rect width="100%" height={height} />
        {ticks.map((tick) => (
          <g key={tick}>
            <line x2="100%" y1={y(tick)} y2={y(tick)} />
            <text x={-8} y={y(tick)} dominantBaseline="middle" textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        <svg
          aria-hidden="true"
          width="100%"
          height={height}
          viewBox={`0 0 100 ${height}`}
          preserveAspectRatio="none"
          overflow="visible"
        >
          <path className={classes.area} d={`M${x(0)} ${height}L${line}L${x(last)} ${height}z`} />
          <path className={classes.line} d={`M${line}`} />
        </svg>
        {points.map(
          ({ day }, index) =>
            index % Math.ceil(points.length / (parts + 1)) === 0 && (
              <text key={day} x={`${x(index)}%`} y={height + 24} textAnchor="middle">
                {day.slice(5)}
              </text>
            ),
        )}
        {chosen && <circle cx={`${x(shown)}%`} cy={y(chosen.value)} r={5} />}
      </svg>
      {chosen && (
        <p className={classes.tip} style={{ left: `${x(shown)}%`, transform: `translateX(-${x(shown)}%)` }}>
          {chosen.day} {metric.title} {chosen.value} {metric.unit}
        </p>
      )}
    </div>
  )
}

/** The step between labelled values: 1, 2 or 5 times a power of ten, large enough for the highest value. */
function valueStep(highest: number, isDecimal: boolean): number {
  const least = highest / parts || 1
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10)
  return isDecimal ? step : Math.max(1, step)
}

/** Removes the rounding errors of binary fractions. */
const round = (value: number) => Number(value.toPrecision(10))

/** Returns every day of the period; days without data have the value zero. */
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
