import { formatDate } from '@ce/client/format.ts'
import { type StudentSummary, studentListQuery } from '@ce/client/staff/student_desk.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { searchLimits, studentSearchRules } from '@ce/contract/search-limits'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { choiceFilter, personalFilter, textFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { isAccountOpen, studentStateLabels } from './labels.ts'

const { phone, idTail, certificateNo } = studentSearchRules

const students = defineList({
  label: '学员',
  unit: '名',
  filters: {
    name: personalFilter(textFilter('姓名', searchLimits.students)),
    phone: personalFilter(textFilter('手机号或后四位', undefined, phone)),
    idTail: personalFilter(textFilter('证件号末四位', undefined, idTail)),
    certificateNo: personalFilter(textFilter('资格证书编号', searchLimits.certificateNo, certificateNo)),
    employer: textFilter('执业单位', searchLimits.students),
    state: choiceFilter('账号状态', '全部状态', studentStateLabels),
  },
  query: (filter, page) => studentListQuery({ ...filter, ...page }),
  empty: { title: '还没有学员', text: '学员注册或批量导入之后显示在这里。' },
  notFound: '换个条件再查：姓名可以只写一部分，手机号可以只写后四位。',
})

/** The page 学员 lists students with masked numbers. */
export function StudentListPage() {
  const list = useList(students)
  return (
    <>
      <PageHeader title="学员" actions={<Actions />}>
        按任一条件查找。手机号和证件号只显示一部分，完整号码在学员页面说明原因后查看。
      </PageHeader>
      <List list={list} columns={columns} />
    </>
  )
}

function Actions() {
  const mayImport = usePermission('student.import')
  return (
    <>
      <LinkButton to={paths.corrections()}>更正申请</LinkButton>
      <LinkButton to={paths.studentMerges()}>合并重复账号</LinkButton>
      {mayImport && (
        <>
          <LinkButton to={paths.rosterImports()}>导入记录</LinkButton>
          <LinkButton to={paths.rosterImportOf('HOURS')}>导入公需学时</LinkButton>
          <LinkButton type="primary" to={paths.rosterImportOf('STUDENTS')}>
            导入学员
          </LinkButton>
        </>
      )}
    </>
  )
}

const columns: TableProps<StudentSummary>['columns'] = [
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
        {hasInitialPassword && isAccountOpen(state) && <span className="cell-note">仍用初始密码</span>}
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

function StudentState({ state }: Pick<StudentSummary, 'state'>) {
  const { label, kind } = studentStateLabels[state]
  return <StatusMark kind={kind}>{label}</StatusMark>
}
