import { formatDateTime, formatHours } from '@ce/client/format.ts'
import type { DeskReductionHead } from '@ce/client/staff/course_reduce.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'

/** Whose, what for, how many hours, since when; on a phone the first two say it all. */
export const queueColumns: TableProps<DeskReductionHead>['columns'] = [
  {
    key: 'who',
    title: '学员与类型',
    render: (_, { id, studentName, typeName, applyNo, submittedAt, ...marks }) => (
      <>
        <Link to={paths.reduction(id)}>
          {studentName}，{typeName}
        </Link>
        <span className="cell-note">{applyNo}</span>
        <span className="narrow-only">{formatDateTime(submittedAt)} 提交</span>
        {marks.duplicates > 0 && <StatusMark kind="error">材料与其他申请相同</StatusMark>}
        {marks.overlapping > 0 && <StatusMark kind="error">日期与同类申请重叠</StatusMark>}
      </>
    ),
  },
  {
    key: 'hours',
    title: '年度与学时',
    render: (_, { year, subject, hours, hoursApproved }) => (
      <>
        {year} 年度，{subject ? subjectNames[subject] : '未选科目'}
        <span className="cell-note">
          申请 {formatHours(hours ?? 0)}
          {hoursApproved !== null && `，核定 ${formatHours(hoursApproved)}`} 学时
        </span>
      </>
    ),
  },
  {
    key: 'period',
    title: '起止日期',
    responsive: ['lg'],
    render: (_, { startDate, endDate }) => `${startDate ?? ''} 至 ${endDate ?? ''}`,
  },
  {
    key: 'submitted',
    title: '提交时间',
    responsive: ['md'],
    render: (_, { submittedAt }) => formatDateTime(submittedAt),
  },
]
