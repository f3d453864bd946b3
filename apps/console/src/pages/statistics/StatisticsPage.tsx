import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { TrialYearTag } from '@ce/client/components/TrialTag.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import { statisticsQuery } from '@ce/client/staff/statistics.ts'
import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { CourseFiguresTable } from './CourseFiguresTable.tsx'
import { DaysSection } from './DaysSection.tsx'
import { StatisticsGroupsSection } from './GroupsSection.tsx'
import { HoursStatisticsTable } from './HoursTable.tsx'
import { StatisticsOverview } from './Overview.tsx'
import { ReductionStatisticsTable } from './ReductionTable.tsx'
import classes from './Statistics.module.css'
import { StatisticsFilters } from './StatisticsFilters.tsx'
import { useStatisticsFilter } from './use-statistics-filter.ts'

/** The page 统计 shows the totals of a year, without personal data. */
export function StatisticsPage() {
  const state = useStatisticsFilter()
  const query = useQuery(statisticsQuery(state.filter))
  return (
    <>
      <PageHeader title="统计">按年度汇总，不含个人信息；不足 5 人的单位和城市并入“其他”。</PageHeader>
      <StatisticsFilters state={state} year={query.data?.year ?? state.year} years={query.data?.years ?? []} />
      <QueryContent query={query}>
        {({ year, trial, asOf, renewing, figures }) => (
          <div aria-busy={query.isPlaceholderData}>
            <p className={classes.asOf}>
              {year} 年度 <TrialYearTag of={{ trial }} /> 数据截至 {formatDateTime(asOf)}
              {renewing && '；正在重新统计，一两分钟后自动更新'}
            </p>
            <StatisticsOverview figures={figures} />
            <DaysSection days={figures.days} state={state} />
            <CourseFiguresTable courses={figures.courses} />
            <div className={classes.pair}>
              <HoursStatisticsTable hours={figures.hours} />
              <ReductionStatisticsTable reductions={figures.reductions} />
            </div>
            <StatisticsGroupsSection figures={figures} state={state} />
          </div>
        )}
      </QueryContent>
    </>
  )
}
