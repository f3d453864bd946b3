import { Loaded } from '@ce/client/components/Loaded.tsx'
import { formatDateTime } from '@ce/client/format.ts'
import { courseVersionQuery, type DeskCourse } from '@ce/client/staff/teaching.ts'
import { uuid } from '@ce/client/uuid.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { Who } from '../../components/Who.tsx'
import { LessonsField } from './LessonsField.tsx'
import { RulesField } from './RulesField.tsx'
import classes from './teaching.module.css'

interface VersionContentProps {
  course: DeskCourse
  versionId: string
  onClose: () => void
}

/** What a version that was published teaches and asks: to read; whoever began it goes on with it. */
export function VersionContent({ course, versionId, onClose }: VersionContentProps) {
  const query = useQuery(courseVersionQuery(course.id, versionId))
  const lessons = useMemo(
    () => (query.data?.lessons ?? []).map((lesson) => ({ ...lesson, id: uuid() })),
    [query.data],
  )
  const top = useRef<HTMLDivElement>(null)
  // opened from a row below the fold: whoever asked for it is led there
  useEffect(() => {
    if (query.data) top.current?.focus()
  }, [query.data])
  return (
    <Loaded query={query}>
      {({ no, publishedAt, publishedBy, rules }) => (
        <div ref={top} tabIndex={-1} className={classes.stack}>
          <Alert
            type="info"
            showIcon
            role="note"
            title={
              <>
                第 {no} 版，只读。
                <Who actor={publishedBy} /> 于 {formatDateTime(publishedAt)} 发布
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
            <RulesField
              rules={rules}
              bank={course.bank}
              courseId={course.id}
              readOnly
              onChange={nothing}
            />
          </section>
        </div>
      )}
    </Loaded>
  )
}

const nothing = () => undefined
