import type { StatisticsFilter } from '@ce/client/staff/statistics.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { metrics } from './words.ts'

const isDay = /^\d{4}-\d{2}-\d{2}$/

/** Year, days and what the chart shows, as the address has them; what the server would refuse is no filter. */
export function useStatisticsFilter() {
  const filters = useUrlFilters()
  const { get } = filters
  const dayOf = (name: string) => {
    const value = get(name)
    return value && isDay.test(value) ? value : undefined
  }
  const year = get('year')
  const [from, to] = [dayOf('from'), dayOf('to')]
  const filter: StatisticsFilter = {
    ...(year && /^2\d{3}$/.test(year) ? { year } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
  const metric = metrics.find(({ key }) => key === get('metric')) ?? metrics[0]
  const by = get('by') === 'city' ? ('city' as const) : ('employer' as const)
  return { ...filters, filter, from, to, metric, by }
}
