import type { YearFigures } from '@ce/client/staff/statistics.ts'
import { hoursSourceNames } from '@ce/contract/statistics-names'
import { FigureTable } from './FigureTable.tsx'
import { StatisticsSection } from './Section.tsx'

export function HoursStatisticsTable({ hours }: Pick<YearFigures, 'hours'>) {
  const sum = (key: 'entries' | 'professional' | 'public') =>
    Math.round(hours.reduce((all, row) => all + row[key], 0) * 10) / 10
  const rows = hours.map((row) => [hoursSourceNames[row.source], row.entries, row.professional, row.public])
  const total = ['合计', sum('entries'), sum('professional'), sum('public')]
  return (
    <StatisticsSection title="学时来源">
      <FigureTable
        label="学时来源"
        nothing="还没有学时。"
        head={['来源', '笔数', '专业学时', '公需学时']}
        rows={rows.length > 0 ? [...rows, total] : []}
      />
    </StatisticsSection>
  )
}
