import type { StatisticsFilter } from '@ce/client/staff/statistics.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { metrics } from './words.ts'

/** Year, days and what the chart shows, as the address has them; what the server would refuse is no filter. */
export function useStatisticsFilter() {
  const filters = useUrlFilters()
  const { get, year, day } = filters
  const [from, to] = [day('from'), day('to')]
  const filter: StatisticsFilter = { year: year('year'), from, to }
  const metric = metrics.find(({ key }) => key === get('metric')) ?? metrics[0]
  const by = get('by') === 'city' ? ('city' as const) : ('employer' as const)
  return { ...filters, filter, from, to, metric, by }
}
