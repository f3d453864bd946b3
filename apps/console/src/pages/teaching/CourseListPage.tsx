import { type CourseRow, courseListQuery } from '@ce/client/staff/teaching.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { searchLimits } from '@ce/contract/search-limits'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { KeywordSearch } from '../../components/KeywordSearch.tsx'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { CourseDialog } from './CourseDialog.tsx'
import { courseColumns } from './course-columns.tsx'
import { LessonChecksNotice } from './LessonChecksPage.tsx'
import { courseStates, stateNames } from './labels.tsx'
import { TeacherSelect } from './TeacherSelect.tsx'
import classes from './teaching.module.css'

const subjects = ['PROFESSIONAL', 'PUBLIC'] as const
const subjectOptions = [
  { value: '', label: '全部科目' },
  ...subjects.map((value) => ({ value, label: subjectNames[value] })),
]
const stateOptions = [
  { value: '', label: '全部状态' },
  ...courseStates.map((value) => ({ value, label: stateNames[value] })),
]

/** 课程: what is taught, newest change first. Filters and page stand in the URL. */
export function CourseListPage() {
  const filters = useUrlFilters()
  const { get, choice, page, pageSize } = filters
  const filter = {
    subject: choice('subject', subjects),
    state: choice('state', courseStates),
    teacherId: get('teacher'),
    keyword: get('keyword'),
  }
  const query = useQuery(courseListQuery({ ...filter, page, pageSize }))
  // whose courses are listed, when they are one teacher's
  const listed = query.isPlaceholderData ? undefined : query.data?.list[0]?.teacher
  const mayEdit = usePermission('teaching.edit')
  const [creating, setCreating] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="课程"
        actions={
          mayEdit && (
            <Button type="primary" onClick={() => setCreating(true)}>
              新建课程
            </Button>
          )
        }
      >
        课时、组卷规则和版本。发布新版本不影响已经开始学习的学员。
      </PageHeader>
      <LessonChecksNotice />
      <Filters filters={filters} filter={filter} teacher={listed} />
      <ListTable
        label="课程"
        unit="门"
        query={query}
        columns={courseColumns}
        empty={
          <EmptyState title={filters.filtered ? '没有符合条件的课程' : '还没有课程'}>
            {filters.filtered ? '换个条件再查。' : '新建一门，再上传课时视频。'}
          </EmptyState>
        }
      />
      {creating && (
        <CourseDialog
          onSaved={(id) => navigate(paths.course(id))}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  )
}

interface FiltersProps {
  filters: ReturnType<typeof useUrlFilters>
  filter: Record<'subject' | 'state' | 'teacherId' | 'keyword', string | undefined>
  teacher: CourseRow['teacher'] | undefined
}

function Filters({ filters: { set, clear, filtered }, filter, teacher }: FiltersProps) {
  const { teacherId } = filter
  return (
    <search className={classes.filters} aria-label="筛选课程">
      <Select
        aria-label="科目"
        className={classes.select}
        value={filter.subject ?? ''}
        options={subjectOptions}
        onChange={(subject) => set({ subject })}
      />
      <Select
        aria-label="状态"
        className={classes.select}
        value={filter.state ?? ''}
        options={stateOptions}
        onChange={(state) => set({ state })}
      />
      <div className={classes.teacher}>
        <TeacherSelect
          label="教师"
          placeholder="全部教师"
          allowClear
          value={teacherId}
          chosen={teacherId && teacher ? { id: teacherId, ...teacher } : undefined}
          onChange={(teacher) => set({ teacher })}
        />
      </div>
      <KeywordSearch
        label="名称、编号或教师"
        className={classes.keyword}
        most={searchLimits.teaching}
        value={filter.keyword ?? ''}
        onSearch={(keyword) => set({ keyword })}
      />
      {filtered && <Button onClick={clear}>清除筛选</Button>}
    </search>
  )
}
