import type { YearFigures } from '@ce/client/staff/statistics.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { Segmented } from 'antd'
import { lazy, Suspense } from 'react'
import { ChoiceStrip } from '../../components/ChoiceStrip.tsx'
import { FigureTable } from './FigureTable.tsx'
import { Section } from './Section.tsx'
import classes from './Statistics.module.css'
import type { useStatisticsFilter } from './use-statistics-filter.ts'
import { metrics } from './words.ts'

/** the drawing library comes only to who opens this desk */
const DaysChart = lazy(async () => ({ default: (await import('./DaysChart.tsx')).DaysChart }))

interface DaysSectionProps {
  days: YearFigures['days']
  filters: ReturnType<typeof useStatisticsFilter>
}

/** What happened day by day, drawn; the same as a table for whom a drawing says nothing. */
export function DaysSection({ days, filters: { metric, set } }: DaysSectionProps) {
  const total = days.reduce((sum, day) => sum + metric.of(day), 0)
  return (
    <Section
      title="按日"
      tools={
        <ChoiceStrip className={classes.strip}>
          <Segmented<string>
            aria-label="按日显示"
            value={metric.key}
            options={metrics.map(({ key, title }) => ({ value: key, label: title }))}
            onChange={(key) => set({ metric: key })}
          />
        </ChoiceStrip>
      }
    >
      {days.length === 0 ? (
        <p className={classes.note}>所选日期内没有记录。</p>
      ) : (
        <>
          <p className={classes.note}>
            {metric.title}共 {Math.round(total * 10) / 10} {metric.unit}
            {metric.key === 'study' ? '（含同期其他年度的学习）' : ''}
          </p>
          <Suspense fallback={<Skeleton shape={['card']} />}>
            <DaysChart days={days} metric={metric} />
          </Suspense>
          <details className={classes.details}>
            <summary>以表格查看</summary>
            <FigureTable
              tall
              label="按日统计"
              head={['日期', ...metrics.map(({ title, unit }) => `${title}（${unit}）`)]}
              rows={days.map((day) => [day.day, ...metrics.map(({ of }) => of(day))])}
            />
          </details>
        </>
      )}
    </Section>
  )
}
