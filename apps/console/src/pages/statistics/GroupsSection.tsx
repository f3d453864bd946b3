import type { YearFigures } from '@ce/client/staff/statistics.ts'
import { Segmented } from 'antd'
import { FigureTable } from './FigureTable.tsx'
import { percentText } from './metrics.ts'
import { StatisticsSection } from './Section.tsx'
import type { useStatisticsFilter } from './use-statistics-filter.ts'

interface GroupsSectionProps {
  figures: YearFigures
  state: ReturnType<typeof useStatisticsFilter>
}

export function StatisticsGroupsSection({ figures, state: { by, set } }: GroupsSectionProps) {
  const groups = by === 'city' ? figures.cities : figures.employers
  return (
    <StatisticsSection
      title="按单位与城市"
      tools={
        <Segmented<'employer' | 'city'>
          aria-label="分组"
          value={by}
          options={[
            { value: 'employer', label: '工作单位' },
            { value: 'city', label: '城市' },
          ]}
          onChange={(value) => set({ by: value })}
        />
      }
    >
      <FigureTable
        label={by === 'city' ? '按城市' : '按工作单位'}
        nothing="还没有人报名。"
        head={[by === 'city' ? '城市' : '工作单位', '报名', '缴费', '取得证明', '证明占缴费']}
        rows={groups.map(({ name, signed, paid, proven }) => [
          ...[name, signed, paid, proven],
          percentText(proven, paid),
        ])}
      />
    </StatisticsSection>
  )
}
