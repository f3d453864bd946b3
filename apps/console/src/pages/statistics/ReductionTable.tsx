import type { YearFigures } from '@ce/client/staff/statistics.ts'
import { FigureTable } from './FigureTable.tsx'
import { StatisticsSection } from './Section.tsx'

export function ReductionStatisticsTable({ reductions }: Pick<YearFigures, 'reductions'>) {
  return (
    <StatisticsSection title="学时减免">
      <FigureTable
        label="学时减免"
        nothing="没有减免申请。"
        head={['类型', '提交', '通过', '驳回', '学时']}
        rows={reductions.map(({ name, submitted, approved, rejected, hours }) => [
          ...[name, submitted, approved, rejected, hours],
        ])}
      />
    </StatisticsSection>
  )
}
