import { bytesOf, saveAs } from '@ce/client/save-as.ts'
import { useExportStatistics } from '@ce/client/staff/statistics.ts'
import { Button, Select } from 'antd'
import { DaySpanProblem } from '../../components/SearchProblem.tsx'
import classes from './Statistics.module.css'
import type { useStatisticsFilter } from './use-statistics-filter.ts'

interface StatisticsFiltersProps {
  filters: ReturnType<typeof useStatisticsFilter>
  /** undefined while it is not known which one is shown */
  year: number | undefined
  years: number[]
}

/** The year, the days the chart shows, and the workbook of all of it. */
export function StatisticsFilters({ filters, year, years }: StatisticsFiltersProps) {
  const { filter, from, to, set } = filters
  const run = useExportStatistics()
  const save = async () => {
    const { name, mime, content } = await run.mutateAsync({ ...filter, year: String(year) })
    saveAs(new Blob([bytesOf(content)], { type: mime }), name)
  }
  return (
    <search className={classes.filters} aria-label="筛选统计">
      <Select
        aria-label="年度"
        className={classes.year}
        value={year ?? null}
        options={years.map((value) => ({ value, label: `${value} 年度` }))}
        onChange={(value) => set({ year: value })}
      />
      <label className={classes.day}>
        从
        <input
          type="date"
          value={from ?? ''}
          max={to}
          onChange={({ target }) => set({ from: target.value })}
        />
      </label>
      <label className={classes.day}>
        到
        <input
          type="date"
          value={to ?? ''}
          min={from}
          onChange={({ target }) => set({ to: target.value })}
        />
      </label>
      <DaySpanProblem from={from} to={to} />
      {(from || to) && (
        <Button onClick={() => set({ from: undefined, to: undefined })}>全部日期</Button>
      )}
      <Button
        className={classes.export}
        disabled={year === undefined}
        loading={run.isPending}
        onClick={() => void save().catch(() => undefined)}
      >
        导出 Excel
      </Button>
    </search>
  )
}
