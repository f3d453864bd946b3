import { decodeBase64, saveFile } from '@ce/client/save-as.ts'
import { useExportStatistics } from '@ce/client/staff/statistics.ts'
import { Button, Select } from 'antd'
import { FilterBar } from '../../kit/list/FilterBar.tsx'
import classes from './Statistics.module.css'
import type { useStatisticsFilter } from './use-statistics-filter.ts'

interface StatisticsFiltersProps {
  state: ReturnType<typeof useStatisticsFilter>
  year: number | undefined
  years: number[]
}

/** Selects the year and the days of the chart, and exports all statistics. */
export function StatisticsFilters({ state, year, years }: StatisticsFiltersProps) {
  const run = useExportStatistics()
  const save = async () => {
    const { name, mime, content } = await run.mutateAsync({ ...state.filter, year: String(year) })
    saveFile(new Blob([decodeBase64(content)], { type: mime }), name)
  }
  return (
    <FilterBar
      label="统计"
      state={state}
      before={
        <Select
          aria-label="年度"
          className={classes.year}
          value={year ?? null}
          options={years.map((value) => ({ value, label: `${value} 年度` }))}
          onChange={(value) => state.set({ year: String(value) })}
        />
      }
      beside={
        <Button
          disabled={year === undefined}
          loading={run.isPending}
          onClick={() => void save().catch(() => undefined)}
        >
          导出 Excel
        </Button>
      }
    />
  )
}
