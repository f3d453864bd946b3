import { formatDateTime } from '@ce/client/format.ts'
import {
  type CaptureHead,
  captureListQuery,
  type ReviewState,
} from '@ce/client/staff/capture_review.ts'
import { handedInNames } from '@ce/contract/state-names'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Segmented, type TableProps } from 'antd'
import { Link } from 'react-router'
import { ChoiceStrip } from '../../components/ChoiceStrip.tsx'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import classes from './CaptureReview.module.css'
import { resultWords, states, stateWords } from './words.ts'

const nothing: Readonly<Record<ReviewState, string>> = {
  OPEN: '没有待核查的考试',
  PROPOSED: '没有等第二人确认的建议',
  DONE: '还没有结论',
}

/** 抓拍核查: flagged attempts by how far their review is; what waits longest comes first. */
export function CaptureListPage() {
  const { oneOf, set, page, pageSize } = useUrlFilters()
  const state = oneOf('state', states) ?? 'OPEN'
  const query = useQuery(captureListQuery({ state, page, pageSize }))
  return (
    <>
      <PageHeader title="抓拍核查">
        被标记“待核查”的考试。请先排除非本人过错的原因；作废须经两人一致同意。
      </PageHeader>
      <ChoiceStrip className={classes.kinds}>
        <Segmented<ReviewState>
          aria-label="核查进度"
          value={state}
          options={states.map((value) => ({ value, label: stateWords[value].label }))}
          onChange={(value) => set({ state: value })}
        />
      </ChoiceStrip>
      <ListTable
        label="待核查的考试"
        unit="次"
        query={query}
        columns={columns}
        empty={
          <EmptyState title={nothing[state]}>
            人工核验、抓拍失败或缺失、断网封存补交的考试交卷之后显示在“待核查”。
          </EmptyState>
        }
      />
    </>
  )
}

const columns: TableProps<CaptureHead>['columns'] = [
  {
    key: 'student',
    title: '学员与课程',
    render: (_, { id, state, studentName, courseTitle, year, no, submittedAt }) => (
      <>
        <Link to={paths.captureIn(id, state)}>
          {studentName}，{courseTitle}
        </Link>
        <span className="cell-note">
          {year} 年度，第 {no} 次
        </span>
        <span className="narrow-only">{formatDateTime(submittedAt)} 交卷</span>
      </>
    ),
  },
  {
    key: 'captures',
    title: '抓拍',
    render: (_, { mode, captures, submittedBy }) => (
      <>
        {mode === 'MANUAL'
          ? '人工核验，没有抓拍'
          : `收到 ${captures.received} / ${captures.asked} 张${captures.missing > 0 ? `，${captures.missing} 张失败或缺失` : ''}`}
        {submittedBy === 'SEALED' && <span className="cell-note">{handedInNames.SEALED}</span>}
      </>
    ),
  },
  {
    key: 'score',
    title: '成绩',
    responsive: ['md'],
    render: (_, row) => resultWords(row),
  },
  {
    key: 'submitted',
    title: '交卷时间',
    responsive: ['md'],
    render: (_, { submittedAt }) => formatDateTime(submittedAt),
  },
  {
    key: 'state',
    title: '进度',
    responsive: ['lg'],
    render: (_, { state }) => (
      <StatusMark kind={stateWords[state].kind}>{stateWords[state].label}</StatusMark>
    ),
  },
]
