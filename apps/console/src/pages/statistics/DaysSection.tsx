import type { YearFigures } from '@ce/client/staff/statistics.ts'
import { Segmented } from 'antd'
import { ChoiceStrip } from '../../kit/list/ChoiceStrip.tsx'
import { DaysChart } from './DaysChart.tsx'
import { FigureTable } from './FigureTable.tsx'
import { dayChartMetrics } from './metrics.ts'
import { StatisticsSection } from './Section.tsx'
import classes from './Statistics.module.css'
import type { useStatisticsFilter } from './use-statistics-filter.ts'

interface DaysSectionProps {
  days: YearFigures['days']
  state: ReturnType<typeof useStatisticsFilter>
}

/** Shows daily figures as a chart and as an accessible table. */
export function DaysSection({ days, state: { metric, set } }: DaysSectionProps) {
  const total = days.reduce((sum, day) => sum + metric.of(day), 0)
  return (
    <StatisticsSection
      title="按日"
      tools={
        <ChoiceStrip className={classes.strip}>
          <Segmented<string>
            aria-label="按日显示"
            value={metric.key}
            options={dayChartMetrics.map(({ key, title }) => ({ value: key, label: title }))}
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
          <DaysChart days={days} metric={metric} />
          <details className={classes.details}>
            <summary>以表格查看</summary>
            <FigureTable
              tall
              label="按日统计"
              head={['日期', ...dayChartMetrics.map(({ title, unit }) => `${title}（${unit}）`)]}
              rows={days.map((day) => [day.day, ...dayChartMetrics.map(({ of }) => of(day))])}
            />
          </details>
        </>
      )}
    </StatisticsSection>
  )
}
