import { formatDuration } from '@ce/client/format.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import type { StudyAnalysis } from './next-step.ts'
import classes from './StudyDays.module.css'

const height = 120
const step = 20
const bar = 12

export function StudyDaysChart({ days }: { days: StudyAnalysis['studySecondsByDay'] }) {
  const total = days.reduce((sum, { seconds }) => sum + seconds, 0)
  if (total === 0)
    return <EmptyState title="近 30 天还没有学习记录">观看课程后，每天的学习时长会显示在这里。</EmptyState>
  const most = Math.max(...days.map(({ seconds }) => seconds))
  const studied = days.filter(({ seconds }) => seconds > 0)
  const width = days.length * step
  return (
    <figure className={classes.chart}>
      {/* The chart must be as wide as the row of dates below it. */}
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ day, seconds }, index) => {
          const tall = seconds > 0 ? Math.max(3, (seconds / most) * (height - 8)) : 1
          return (
            <rect
              key={day}
              className={seconds > 0 ? classes.bar : classes.barNone}
              x={index * step + (step - bar) / 2}
              y={height - tall}
              width={bar}
              height={tall}
              rx={2}
            >
              <title>{`${day}：${formatDuration(seconds)}`}</title>
            </rect>
          )
        })}
      </svg>
      <div className={`${classes.axis} figures`} aria-hidden="true">
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </div>
      <figcaption>
        共学习 {formatDuration(total)}，其中 {studied.length} 天有学习记录，最多的一天 {formatDuration(most)}。
      </figcaption>
      <ul className="visually-hidden">
        {studied.map(({ day, seconds }) => (
          <li key={day}>{`${day} 学习 ${formatDuration(seconds)}`}</li>
        ))}
      </ul>
    </figure>
  )
}
