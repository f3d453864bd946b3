import type { StatisticsFilter } from '@ce/client/staff/statistics.ts'
import { dayRangeFilters } from '../../kit/list/filters.ts'
import { useFilters } from '../../kit/list/List.tsx'
import { useUrlFilters } from '../../kit/list/use-url-filters.ts'
import { dayChartMetrics } from './metrics.ts'

const filters = dayRangeFilters('日期')

/** Filter values come from the URL; the server refuses invalid ones. */
export function useStatisticsFilter() {
  const { get, number } = useUrlFilters()
  const state = useFilters(filters)
  const year = number('year')
  const filter: StatisticsFilter = { year, ...state.filter }
  const metric = dayChartMetrics.find(({ key }) => key === get('metric')) ?? dayChartMetrics[0]
  const by = get('by') === 'city' ? ('city' as const) : ('employer' as const)
  return { ...state, filter, year, metric, by }
}
