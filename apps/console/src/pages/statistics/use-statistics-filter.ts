import type { StatisticsFilter } from '@ce/client/staff/statistics.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { metrics } from './words.ts'

/** Year, days and what the chart shows, as the address has them; the server refuses what is none. */
export function useStatisticsFilter() {
  const filters = useUrlFilters()
  const { get, number } = filters
  const [from, to] = [get('from'), get('to')]
  const year = number('year')
  const filter: StatisticsFilter = { year, from, to }
  const metric = metrics.find(({ key }) => key === get('metric')) ?? metrics[0]
  const by = get('by') === 'city' ? ('city' as const) : ('employer' as const)
  return { ...filters, filter, year, from, to, metric, by }
}
