import { formatDateTime } from '@ce/client/format.ts'
import { type CorrectionHead, correctionQueueQuery } from '@ce/client/staff/privacy.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Segmented, type TableProps } from 'antd'
import { Link } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { ListTable } from '../../components/ListTable.tsx'
import { useListPlace } from '../../components/list-place.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { fieldWords, stateWords } from './words.ts'

/** 更正申请: what students cannot change alone; those that wait first. */
export function CorrectionsPage() {
  const { get, page, pageSize, set } = useUrlFilters()
  const onlyOpen = get('state') === 'OPEN'
  const filter = onlyOpen ? { state: 'OPEN' as const } : {}
  const query = useQuery(correctionQueueQuery({ ...filter, page, pageSize }))
  useListPlace(query.data?.list.map(({ id }) => id))
  const mayEdit = usePermission('student.edit')
  return (
    <>
      <PageHeader
        title="更正申请"
        actions={<BackLink to={paths.students()}>返回学员列表</BackLink>}
      >
        学员申请更正姓名、证件号或资格证书编号。核对佐证后决定；同意即更正，有效的学时证明随之换发。
      </PageHeader>
      <Segmented
        aria-label="申请范围"
        style={{ marginBottom: 16 }}
        value={onlyOpen ? 'OPEN' : 'ALL'}
        onChange={(value) => set({ state: value === 'OPEN' ? 'OPEN' : undefined })}
        options={[
          { value: 'ALL', label: '全部' },
          { value: 'OPEN', label: '待审核' },
        ]}
      />
      <ListTable
        label="更正申请"
        unit="份"
        query={query}
        columns={columns(mayEdit)}
        empty={
          <EmptyState title={onlyOpen ? '没有待审核的申请' : '还没有更正申请'}>
            学员在“个人信息与隐私”提出的申请会显示在这里。
          </EmptyState>
        }
      />
    </>
  )
}

const columns = (mayEdit: boolean): TableProps<CorrectionHead>['columns'] => [
  {
    key: 'student',
    title: '学员',
    render: (_, { studentId, studentName, phoneMasked }) => (
      <>
        <Link to={paths.student(studentId)}>{studentName}</Link>
        <span className="cell-note">{phoneMasked}</span>
      </>
    ),
  },
  {
    key: 'field',
    title: '更正项目',
    render: (_, { id, field, studentName }) =>
      mayEdit ? (
        <Link
          to={paths.correction(id)}
          aria-label={`查看${studentName}的${fieldWords[field]}更正申请`}
        >
          {fieldWords[field]}
        </Link>
      ) : (
        fieldWords[field]
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
        <StatusMark kind={stateWords[state].kind}>{stateWords[state].label}</StatusMark>
        {decidedBy && <span className="cell-note">{decidedBy}</span>}
      </>
    ),
  },
]
