import { formatDuration, formatTeacher } from '@ce/client/format.ts'
import { type CourseRow, courseListQuery } from '@ce/client/staff/teaching.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { searchLimits } from '@ce/contract/search-limits'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { LastChangeCell } from '../../components/StaffName.tsx'
import { choiceFilter, textFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { NewCourseDialog } from './CourseDialog.tsx'
import { LessonChecksNotice } from './LessonChecksPage.tsx'
import { CourseStateTag, courseStateNames } from './labels.tsx'
import { TeacherSelect } from './TeacherSelect.tsx'
import classes from './teaching.module.css'

const { PROFESSIONAL, PUBLIC } = subjectNames

const courses = defineList({
  label: '课程',
  unit: '门',
  filters: {
    keyword: textFilter('名称、编号或教师', searchLimits.teaching),
    subject: choiceFilter('科目', '全部科目', { PROFESSIONAL, PUBLIC }),
    state: choiceFilter('状态', '全部状态', courseStateNames),
    teacher: choiceFilter<string>('教师', '全部教师'),
  },
  query: ({ teacher, ...filter }, page) => courseListQuery({ ...filter, teacherId: teacher, ...page }),
  empty: { title: '还没有课程', text: '新建一门，再上传课时视频。' },
})

/** The course list (课程), sorted by the last change. */
export function CourseListPage() {
  const list = useList(courses)
  const { filter, query } = list
  const listed = query.isPlaceholderData ? undefined : query.data?.list[0]?.teacher
  const chosen = filter.teacher && listed ? { id: filter.teacher, ...listed } : undefined
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
      <List
        list={list}
        columns={columns}
        controls={{
          teacher: <TeacherSelect label="教师" placeholder="全部教师" allowClear chosen={chosen} />,
        }}
      />
      {creating && <NewCourseDialog onSaved={(id) => navigate(paths.course(id))} onClose={() => setCreating(false)} />}
    </>
  )
}

const columns: TableProps<CourseRow>['columns'] = [
  {
    key: 'title',
    title: '课程',
    render: (_, course) => (
      <>
        <Link to={paths.course(course.id)}>{course.title}</Link>
        <span className={classes.minor}>
          {course.code} · {formatTeacher(course.teacher)}
        </span>
        <span className={classes.narrowOnly}>
          <CourseStateTag state={course.state} hasDraft={course.hasDraft} />
        </span>
      </>
    ),
  },
  {
    key: 'subject',
    title: '科目',
    width: 100,
    responsive: ['md'],
    render: (_, { subject }) => subjectNames[subject],
  },
  {
    key: 'lessons',
    title: '课时',
    width: 130,
    responsive: ['md'],
    render: (_, { lessons, durationSeconds }) => (
      <>
        {lessons} 个{lessons > 0 && <span className={classes.minor}>{formatDuration(durationSeconds)}</span>}
      </>
    ),
  },
  {
    key: 'years',
    title: '所在年度',
    width: 130,
    responsive: ['lg'],
    render: (_, { years }) => (years.length > 0 ? years.join('、') : '—'),
  },
  {
    key: 'state',
    title: '状态',
    width: 176,
    responsive: ['md'],
    render: (_, { state, hasDraft }) => <CourseStateTag state={state} hasDraft={hasDraft} />,
  },
  {
    key: 'updated',
    title: '最近修改',
    width: 160,
    responsive: ['xl'],
    render: (_, row) => <LastChangeCell row={row} />,
  },
]
