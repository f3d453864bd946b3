import { formatDateTime } from '@ce/client/format.ts'
import { type CorrectionSummary, correctionQueueQuery } from '@ce/client/staff/privacy.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { CellWithNote } from '../../components/DeskTable.tsx'
import { viewFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { correctionFieldLabels, correctionStateLabels } from './labels.ts'

const corrections = defineList({
  label: '更正申请',
  unit: '份',
  filters: { state: viewFilter('申请范围', { ALL: '全部', OPEN: '待审核' }, 'ALL') },
  query: ({ state }, page) => correctionQueueQuery({ ...(state === 'OPEN' ? { state } : {}), ...page }),
  empty: ({ state }) => ({
    title: state === 'OPEN' ? '没有待审核的申请' : '还没有更正申请',
    text: '学员在“个人信息与隐私”提出的申请会显示在这里。',
  }),
  idsOf: ({ list }) => list.map(({ id }) => id),
})

/** The page 更正申请 lists correction requests, waiting ones first. */
export function CorrectionsPage() {
  const mayEdit = usePermission('student.edit')
  return (
    <>
      <PageHeader title="更正申请" actions={<BackLink to={paths.students()}>返回学员列表</BackLink>}>
        学员申请更正姓名、证件号或资格证书编号。核对佐证后决定；同意即更正，有效的学时证明随之换发。
      </PageHeader>
      <List list={useList(corrections)} columns={columns(mayEdit)} />
    </>
  )
}

const columns = (mayEdit: boolean): TableProps<CorrectionSummary>['columns'] => [
  {
    key: 'student',
    title: '学员',
    render: (_, { studentId, studentName, phoneMasked }) => (
      <CellWithNote note={phoneMasked}>
        <Link to={paths.student(studentId)}>{studentName}</Link>
      </CellWithNote>
    ),
  },
  {
    key: 'field',
    title: '更正项目',
    render: (_, { id, field, studentName }) =>
      mayEdit ? (
        <Link to={paths.correction(id)} aria-label={`查看${studentName}的${correctionFieldLabels[field]}更正申请`}>
          {correctionFieldLabels[field]}
        </Link>
      ) : (
        correctionFieldLabels[field]
      ),
  },
  {
    key: 'asked',
    title: '申请时间',
    responsive: ['md'],
    render: (_, row) => formatDateTime(row.askedAt),
  },
  {
    key: 'state',
    title: '状态',
    render: (_, { state, decidedBy }) => (
      <>
        <StatusMark kind={correctionStateLabels[state].kind}>{correctionStateLabels[state].label}</StatusMark>
        {decidedBy && <span className="cell-note">{decidedBy}</span>}
      </>
    ),
  },
]
