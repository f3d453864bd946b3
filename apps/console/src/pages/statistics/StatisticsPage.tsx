import { Loaded } from '@ce/client/components/Loaded.tsx'
import { TrialTag } from '@ce/client/components/TrialTag.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import { statisticsQuery } from '@ce/client/staff/statistics.ts'
import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { CourseTable } from './CourseTable.tsx'
import { DaysSection } from './DaysSection.tsx'
import { GroupsSection } from './GroupsSection.tsx'
import { HoursTable } from './HoursTable.tsx'
import { Overview } from './Overview.tsx'
import { ReductionTable } from './ReductionTable.tsx'
import classes from './Statistics.module.css'
import { StatisticsFilters } from './StatisticsFilters.tsx'
import { useStatisticsFilter } from './use-statistics-filter.ts'

/** 统计: a year of the association in sums; nothing of a single person. */
export function StatisticsPage() {
  const filters = useStatisticsFilter()
  const query = useQuery(statisticsQuery(filters.filter))
  return (
    <>
      <PageHeader title="统计">
        按年度汇总，不含个人信息；不足 5 人的单位和城市并入“其他”。
      </PageHeader>
      <StatisticsFilters
        filters={filters}
        year={query.data?.year ?? filters.year}
        years={query.data?.years ?? []}
      />
      <Loaded query={query}>
        {({ year, trial, asOf, renewing, figures }) => (
          <div aria-busy={query.isPlaceholderData}>
            <p className={classes.asOf}>
              {year} 年度 <TrialTag of={{ trial }} /> 数据截至 {formatDateTime(asOf)}
              {renewing && '；正在重新统计，一两分钟后自动更新'}
            </p>
            <Overview figures={figures} />
            <DaysSection days={figures.days} filters={filters} />
            <CourseTable courses={figures.courses} />
            <div className={classes.pair}>
              <HoursTable hours={figures.hours} />
              <ReductionTable reductions={figures.reductions} />
            </div>
            <GroupsSection figures={figures} filters={filters} />
          </div>
        )}
      </Loaded>
    </>
  )
}
