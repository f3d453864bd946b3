import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import { courseVersionQuery, type DeskCourse } from '@ce/client/staff/teaching.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { StaffName } from '../../components/StaffName.tsx'
import { LessonsField } from './LessonsField.tsx'
import { ExamRulesFields } from './RulesField.tsx'
import classes from './teaching.module.css'

interface VersionContentProps {
  course: DeskCourse
  versionId: string
  onClose: () => void
}

/** Shows a published version read-only; some students still study it. */
export function PublishedVersionContent({ course, versionId, onClose }: VersionContentProps) {
  const query = useQuery(courseVersionQuery(course.id, versionId))
  const lessons = useMemo(
    () => (query.data?.lessons ?? []).map((lesson) => ({ ...lesson, id: randomUuid() })),
    [query.data],
  )
  const top = useRef<HTMLDivElement>(null)
  // Scroll to the opened content, because the row that opened it may be far above.
  useEffect(() => {
    if (query.data) top.current?.focus()
  }, [query.data])
  return (
    <QueryContent query={query}>
      {({ no, publishedAt, publishedBy, rules }) => (
        <div ref={top} tabIndex={-1} className={classes.stack}>
          <Alert
            type="info"
            showIcon
            role="note"
            title={
              <>
                第 {no} 版，只读。
                <StaffName actor={publishedBy} /> 于 {formatDateTime(publishedAt)} 发布
                {course.current?.no === no && '，现在在教的就是这一版'}
              </>
            }
            action={<Button onClick={onClose}>返回历次发布</Button>}
          />
          <section className={classes.card} aria-labelledby="version-lessons">
            <h2 id="version-lessons">课时</h2>
            <LessonsField lessons={lessons} readOnly onChange={nothing} />
          </section>
          <section className={classes.card} aria-labelledby="version-rules">
            <h2 id="version-rules">组卷规则</h2>
            <ExamRulesFields rules={rules} bank={course.bank} courseId={course.id} readOnly onChange={nothing} />
          </section>
        </div>
      )}
    </QueryContent>
  )
}

const nothing = () => undefined
