import { formatDate } from '@ce/client/format.ts'
import type { StudentHead } from '@ce/client/staff/student_desk.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { isOpen, stateWords } from './words.ts'

export function StudentState({ state }: Pick<StudentHead, 'state'>) {
  const { label, kind } = stateWords[state]
  return <StatusMark kind={kind}>{label}</StatusMark>
}

/** The list of students; the name leads to the student's page. */
export const studentColumns: TableProps<StudentHead>['columns'] = [
  {
    key: 'name',
    title: '姓名',
    render: (_, student) => (
      <>
        <Link to={paths.student(student.id)}>{student.name}</Link>
        <span className="narrow-only">
          {student.phoneMasked} <StudentState state={student.state} />
        </span>
      </>
    ),
  },
  { key: 'phone', title: '手机号', responsive: ['md'], dataIndex: 'phoneMasked' },
  { key: 'idNo', title: '证件号', responsive: ['lg'], dataIndex: 'idNoMasked' },
  { key: 'certificate', title: '资格证书编号', responsive: ['lg'], dataIndex: 'certificateNo' },
  {
    key: 'employer',
    title: '执业单位',
    responsive: ['xl'],
    render: (_, { employer }) => employer || '—',
  },
  {
    key: 'state',
    title: '账号',
    responsive: ['md'],
    render: (_, { state, hasInitialPassword }) => (
      <>
        <StudentState state={state} />
        {hasInitialPassword && isOpen(state) && <span className="cell-note">仍用初始密码</span>}
      </>
    ),
  },
  {
    key: 'created',
    title: '注册日期',
    responsive: ['xl'],
    render: (_, { createdAt }) => formatDate(createdAt),
  },
]
