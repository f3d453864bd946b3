import { formatDateTime, formatDuration } from '@ce/client/format.ts'
import type { DeskCourse } from '@ce/client/staff/teaching.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { Alert, type TableProps } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { DeskTable } from '../../components/DeskTable.tsx'
import { StaffName } from '../../components/StaffName.tsx'
import { paths } from '../../paths.ts'
import classes from './teaching.module.css'
import { PublishedVersionContent } from './VersionContent.tsx'

type Row = DeskCourse['versions'][number]

/** Lists the versions of a course with their student counts; the URL can open one of them. */
export function CourseVersionList({ course }: { course: DeskCourse }) {
  const [params, setParams] = useSearchParams()
  const opened = course.versions.find(({ id }) => id === params.get('version'))
  if (course.versions.length === 0) return <EmptyState title="还没有发布过">发布之后，每一版都留在这里。</EmptyState>
  if (opened)
    return (
      <PublishedVersionContent course={course} versionId={opened.id} onClose={() => setParams({ tab: 'versions' })} />
    )
  return (
    <div className={classes.stack}>
      <MoveNote course={course} />
      <DeskTable<Row> aria-label="历次发布" rowKey="id" columns={columnsOf(course.id)} dataSource={course.versions} />
    </div>
  )
}

/** Shows how many course signs have moved to the newest version. */
function MoveNote({ course: { current, move } }: { course: DeskCourse }) {
  if (!current || !move) return null
  const { moved, waiting } = move
  return (
    <Alert
      type="info"
      showIcon
      role="note"
      title={`还没有开始的学员正在分批改按第 ${current.no} 版学习：共 ${moved + waiting} 名，还有 ${waiting} 名`}
      description="人数只计发布时已缴费的。轮到之前开始学习的，仍按原来的版本学完。刷新页面可看最新进展。"
    />
  )
}

const columnsOf = (courseId: string): TableProps<Row>['columns'] => [
  {
    key: 'no',
    title: '版本',
    width: 88,
    render: (_, { id, no }) => <Link to={paths.courseVersion(courseId, id)}>第 {no} 版</Link>,
  },
  {
    key: 'published',
    title: '发布',
    render: (_, { publishedAt, publishedBy, note }) => (
      <>
        {formatDateTime(publishedAt)} · <StaffName actor={publishedBy} />
        {note && <span className={classes.minor}>{note}</span>}
      </>
    ),
  },
  {
    key: 'lessons',
    title: '课时',
    width: 130,
    responsive: ['md'],
    render: (_, { lessons, durationSeconds }) => (
      <>
        {lessons} 个<span className={classes.minor}>{formatDuration(durationSeconds)}</span>
      </>
    ),
  },
  {
    key: 'students',
    title: '按它学的学员',
    width: 120,
    align: 'right',
    render: (_, { students }) => `${students} 名`,
  },
]
