import { formatTitle } from '@ce/client/format.ts'
import { type TeacherRow, teacherListQuery } from '@ce/client/staff/teaching.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { searchLimits } from '@ce/contract/search-limits'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { LastChangeCell } from '../../components/StaffName.tsx'
import { textFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { TeacherDialog } from './TeacherDialog.tsx'
import classes from './teaching.module.css'

const teachers = defineList({
  label: '教师',
  unit: '名',
  filters: { keyword: textFilter('按姓名或单位查找', searchLimits.teaching) },
  query: (filter, page) => teacherListQuery({ ...filter, ...page }),
  empty: { title: '还没有教师', text: '先建教师，再建课程。' },
})

/** The page 教师 lists teachers as students see them. */
export function TeachersPage() {
  const mayEdit = usePermission('teaching.edit')
  const [edited, setEdited] = useState<TeacherRow | 'new' | null>(null)
  return (
    <>
      <PageHeader
        title="教师"
        actions={
          mayEdit && (
            <Button type="primary" onClick={() => setEdited('new')}>
              新建教师
            </Button>
          )
        }
      >
        课程的授课教师。姓名、职称和简介显示在课程页上，修改后立即更新。
      </PageHeader>
      <List list={useList(teachers)} columns={columns(mayEdit ? setEdited : null)} />
      {edited && <TeacherDialog teacher={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

const columns = (onEdit: ((teacher: TeacherRow) => void) | null): TableProps<TeacherRow>['columns'] => [
  {
    key: 'name',
    title: '姓名',
    render: (_, teacher) => (
      <>
        {teacher.name}
        <span className={classes.minor}>
          {[formatTitle(teacher.titleCode), teacher.employer].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  {
    key: 'courses',
    title: '课程',
    width: 96,
    render: (_, { id, courses }) =>
      courses > 0 ? <Link to={`${paths.courses()}?teacher=${id}`}>{courses} 门</Link> : '—',
  },
  {
    key: 'updated',
    title: '最近修改',
    width: 160,
    responsive: ['lg'],
    render: (_, row) => <LastChangeCell row={row} />,
  },
  ...(onEdit
    ? [
        {
          key: 'edit',
          title: '操作',
          width: 88,
          render: (_: unknown, teacher: TeacherRow) => (
            <Button size="small" aria-label={`修改 ${teacher.name}`} onClick={() => onEdit(teacher)}>
              修改
            </Button>
          ),
        },
      ]
    : []),
]
