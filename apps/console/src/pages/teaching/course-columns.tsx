import { formatDuration, formatTeacher } from '@ce/client/format.ts'
import type { CourseRow } from '@ce/client/staff/teaching.ts'
import { subjectNames } from '@ce/contract/hours-names'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { Updated } from '../../components/Updated.tsx'
import { paths } from '../../paths.ts'
import { CourseStateMark } from './labels.tsx'
import classes from './teaching.module.css'

/** The list of courses; the title leads to the course. */
export const courseColumns: TableProps<CourseRow>['columns'] = [
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
          <CourseStateMark state={course.state} hasDraft={course.hasDraft} />
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
        {lessons} 个
        {lessons > 0 && <span className={classes.minor}>{formatDuration(durationSeconds)}</span>}
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
    render: (_, { state, hasDraft }) => <CourseStateMark state={state} hasDraft={hasDraft} />,
  },
  {
    key: 'updated',
    title: '最近修改',
    width: 160,
    responsive: ['xl'],
    render: (_, row) => <Updated row={row} />,
  },
]
