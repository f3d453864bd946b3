import { portalNow } from '@ce/client/clock.ts'
import { formatDate } from '@ce/client/format.ts'
import { staffReductionTypesQuery } from '@ce/client/staff/course_reduce.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { searchLimits } from '@ce/contract/search-limits'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { KeywordSearch } from '../../components/KeywordSearch.tsx'
import classes from './Reductions.module.css'
import type { useQueueFilter } from './use-queue-filter.ts'

const subjectOptions = [
  { value: '', label: '全部科目' },
  ...(['PROFESSIONAL', 'PUBLIC'] as const).map((value) => ({ value, label: subjectNames[value] })),
]

/** Type, year, subject, and a name, phone or number. */
export function QueueFilters({ filters }: { filters: ReturnType<typeof useQueueFilter> }) {
  const { input, set, filtered, stage } = filters
  const types = useQuery(staffReductionTypesQuery()).data?.list ?? []
  const thisYear = Number(formatDate(portalNow()).slice(0, 4))
  const years = Array.from({ length: 6 }, (_, index) => thisYear - index)
  return (
    <search className={classes.filters} aria-label="筛选申请">
      <Select
        aria-label="减免类型"
        className={classes.type}
        value={input.typeCode ?? ''}
        options={[
          { value: '', label: '全部类型' },
          ...types.map(({ code, rule }) => ({ value: code, label: rule.name })),
        ]}
        onChange={(type) => set({ type })}
      />
      <Select
        aria-label="年度"
        className={classes.select}
        value={input.year ?? ''}
        options={[
          { value: '', label: '全部年度' },
          ...years.map((value) => ({ value, label: `${value} 年度` })),
        ]}
        onChange={(year) => set({ year })}
      />
      <Select
        aria-label="科目"
        className={classes.select}
        value={input.subject ?? ''}
        options={subjectOptions}
        onChange={(subject) => set({ subject })}
      />
      <KeywordSearch
        label="姓名、手机号或申报单号"
        className={classes.keyword}
        most={searchLimits.reductions}
        value={input.keyword ?? ''}
        onSearch={(keyword) => set({ keyword })}
      />
      {filtered && (
        <Button onClick={() => set({ type: '', year: '', subject: '', keyword: '', stage })}>
          清除筛选
        </Button>
      )}
    </search>
  )
}
