import { studentListQuery } from '@ce/client/staff/student_desk.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ListTable } from '../../components/ListTable.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { StudentFilters } from './StudentFilters.tsx'
import { studentColumns } from './student-columns.tsx'
import { useStudentFilter } from './use-student-filter.ts'

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

/** 学员: whom the association knows. Filters and page stand in the URL; numbers are masked. */
export function StudentListPage() {
  const filters = useStudentFilter()
  const { filter, page, pageSize } = filters
  const query = useQuery(studentListQuery({ ...filter, page, pageSize }))
  return (
    <>
      <PageHeader title="学员" actions={<Actions />}>
        按任一条件查找。手机号和证件号只显示一部分，完整号码在学员页面说明原因后查看。
      </PageHeader>
      <StudentFilters filters={filters} />
      <ListTable
        label="学员"
        unit="名"
        query={query}
        columns={studentColumns}
        empty={
          <EmptyState
            title={filters.filtered ? '没有符合条件的学员' : '还没有学员'}
            action={filters.filtered && <Button onClick={filters.clear}>清除条件</Button>}
          >
            {filters.filtered
              ? '换个条件再查：姓名可以只写一部分，手机号可以只写后四位。'
              : '学员注册或批量导入之后显示在这里。'}
          </EmptyState>
        }
      />
    </>
  )
}
