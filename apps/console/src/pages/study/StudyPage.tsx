import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { StudyRecord } from '@ce/client/components/study-record/StudyRecord.tsx'
import { formatDuration } from '@ce/client/format.ts'
import { type CourseStudy, courseStudyQuery, studyRecordQuery } from '@ce/client/staff/study.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { Link, useParams } from 'react-router'
import { Pager } from '../../kit/list/Pager.tsx'
import { useUrlFilters } from '../../kit/list/use-url-filters.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import classes from './StudyPage.module.css'

const pageSize = 50

export function StudyPage() {
  const { signCourseId = '' } = useParams()
  const query = useQuery(courseStudyQuery(signCourseId))
  const back = <Link to={paths.studies()}>查其他学员</Link>
  return (
    <>
      <PageHeader title="学时来源" actions={back}>
        {query.data && wordsOf(query.data)}
      </PageHeader>
      <QueryContent query={query}>{(study) => <Lessons key={study.id} study={study} />}</QueryContent>
    </>
  )
}

function wordsOf({ learner, year, title, round }: CourseStudy): string {
  const which = round > 1 ? `（第 ${round} 轮）` : ''
  return `${learner.name} ${learner.phoneMasked} · ${year} 年度《${title}》${which}`
}

function Lessons({ study: { id, lessons } }: { study: CourseStudy }) {
  const { get, set, page } = useUrlFilters()
  const lesson = lessons.find((one) => one.id === get('lesson')) ?? lessons[0]
  const lessonId = lesson?.id ?? ''
  const query = useQuery({
    ...studyRecordQuery({ id, lessonId, page, pageSize }),
    enabled: lessonId !== '',
  })
  if (!lesson) return <EmptyState title="课程还没有课时">课时上线后才会有学习记录。</EmptyState>
  return (
    <>
      <Select
        className={classes.lessons}
        aria-label="课时"
        value={lesson.id}
        options={lessons.map(({ id: value, title, creditedSeconds, done }) => ({
          value,
          label: `${title} · ${done ? '已学完' : '未学完'} · 计入 ${formatDuration(creditedSeconds)}`,
        }))}
        onChange={(next: string) => set({ lesson: next })}
      />
      <QueryContent query={query}>
        {(record) => (
          <StudyRecord
            record={record}
            stale={query.isPlaceholderData}
            pager={<Pager of={record} onPage={(next) => set({ lesson: lesson.id, page: next })} />}
          />
        )}
      </QueryContent>
    </>
  )
}
