import type { YearFigures } from '@ce/client/staff/statistics.ts'
import { FigureTable } from './FigureTable.tsx'
import { Section } from './Section.tsx'

/** Applications by type, and the hours they brought. */
export function ReductionTable({ reductions }: Pick<YearFigures, 'reductions'>) {
  return (
    <Section title="学时减免">
      <FigureTable
        label="学时减免"
        nothing="没有减免申请。"
        head={['类型', '提交', '通过', '驳回', '学时']}
        rows={reductions.map(({ name, submitted, approved, rejected, hours }) => [
          ...[name, submitted, approved, rejected, hours],
        ])}
      />
    </Section>
  )
}
