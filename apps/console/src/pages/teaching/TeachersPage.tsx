import { formatTitle } from '@ce/client/format.ts'
import { type TeacherRow, teacherListQuery } from '@ce/client/staff/teaching.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { searchLimits } from '@ce/contract/search-limits'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { KeywordSearch } from '../../components/KeywordSearch.tsx'
import { ListTable } from '../../components/ListTable.tsx'
import { Updated } from '../../components/Updated.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { TeacherDialog } from './TeacherDialog.tsx'
import classes from './teaching.module.css'

/** 教师: who teaches, as students see them. The filter stands in the URL. */
export function TeachersPage() {
  const filters = useUrlFilters()
  const keyword = filters.get('keyword')
  const { page, pageSize } = filters
  const query = useQuery(teacherListQuery({ keyword, page, pageSize }))
  const mayEdit = usePermission('teaching.edit')
  const [edited, setEdited] = useState<TeacherRow | 'new' | null>(null)
  const create = () => setEdited('new')
  return (
    <>
      <PageHeader
        title="教师"
        actions={
          mayEdit && (
            <Button type="primary" onClick={create}>
              新建教师
            </Button>
          )
        }
      >
        课程的授课教师。姓名、职称和简介显示在课程页上，修改后立即更新。
      </PageHeader>
      <search className={classes.filters}>
        <KeywordSearch
          label="按姓名或单位查找"
          className={classes.keyword}
          most={searchLimits.teaching}
          value={keyword ?? ''}
          onSearch={(words) => filters.set({ keyword: words })}
        />
        {filters.filtered && <Button onClick={filters.clear}>清除条件</Button>}
      </search>
      <ListTable
        label="教师"
        unit="名"
        query={query}
        columns={columns(mayEdit ? setEdited : null)}
        empty={
          <EmptyState title={keyword ? '没有找到教师' : '还没有教师'}>
            {keyword ? `没有姓名或单位含“${keyword}”的教师。` : '先建教师，再建课程。'}
          </EmptyState>
        }
      />
      {edited && (
        <TeacherDialog teacher={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

const columns = (
  onEdit: ((teacher: TeacherRow) => void) | null,
): TableProps<TeacherRow>['columns'] => [
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
    render: (_, row) => <Updated row={row} />,
  },
  ...(onEdit
    ? [
        {
          key: 'edit',
          title: '操作',
          width: 88,
          render: (_: unknown, teacher: TeacherRow) => (
            <Button
              size="small"
              aria-label={`修改 ${teacher.name}`}
              onClick={() => onEdit(teacher)}
            >
              修改
            </Button>
          ),
        },
      ]
    : []),
]
