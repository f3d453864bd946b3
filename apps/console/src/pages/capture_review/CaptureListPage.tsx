import { formatDateTime } from '@ce/client/format.ts'
import type { CaptureReviewState, CaptureSummary } from '@ce/client/staff/capture_review.ts'
import { captureListQuery } from '@ce/client/staff/capture_review.ts'
import { submittedByNames } from '@ce/contract/state-names'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { viewFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { captureResultText, captureReviewStateLabels } from './labels.ts'

const nothing: Readonly<Record<CaptureReviewState, string>> = {
  OPEN: '没有待核查的考试',
  PROPOSED: '没有等第二人确认的建议',
  DONE: '还没有结论',
}

const captures = defineList({
  label: '待核查的考试',
  unit: '次',
  filters: { state: viewFilter('核查进度', captureReviewStateLabels, 'OPEN') },
  query: (filter, page) => captureListQuery({ ...filter, ...page }),
  empty: ({ state }) => ({
    title: nothing[state],
    text: '人工核验、抓拍失败或缺失、断网封存补交的考试交卷之后显示在“待核查”。',
  }),
})

export function CaptureListPage() {
  return (
    <>
      <PageHeader title="抓拍核查">被标记“待核查”的考试。请先排除非本人过错的原因；作废须经两人一致同意。</PageHeader>
      <List list={useList(captures)} columns={columns} />
    </>
  )
}

const columns: TableProps<CaptureSummary>['columns'] = [
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
        {submittedBy === 'SEALED' && <span className="cell-note">{submittedByNames.SEALED}</span>}
      </>
    ),
  },
  {
    key: 'score',
    title: '成绩',
    responsive: ['md'],
    render: (_, row) => captureResultText(row),
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
      <StatusMark kind={captureReviewStateLabels[state].kind}>{captureReviewStateLabels[state].label}</StatusMark>
    ),
  },
]
