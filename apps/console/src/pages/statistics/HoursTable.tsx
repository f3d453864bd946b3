import type { YearFigures } from '@ce/client/staff/statistics.ts'
import { sourceNames } from '@ce/contract/statistics-names'
import { FigureTable } from './FigureTable.tsx'
import { Section } from './Section.tsx'

/** What the ledger of the year holds, by where it came from. */
export function HoursTable({ hours }: Pick<YearFigures, 'hours'>) {
  const sum = (key: 'entries' | 'professional' | 'public') =>
    Math.round(hours.reduce((all, row) => all + row[key], 0) * 10) / 10
  const rows = hours.map((row) => [
    sourceNames[row.source],
    row.entries,
    row.professional,
    row.public,
  ])
  const total = ['合计', sum('entries'), sum('professional'), sum('public')]
  return (
    <Section title="学时来源">
      <FigureTable
        label="学时来源"
        nothing="还没有学时。"
        head={['来源', '笔数', '专业学时', '公需学时']}
        rows={rows.length > 0 ? [...rows, total] : []}
      />
    </Section>
  )
}
