import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDuration } from '@ce/client/format.ts'
import { type LessonCheck, lessonChecksQuery, useCorrectLessonLength } from '@ce/client/staff/teaching.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { lessonFindingsOf } from './draft-findings.ts'
import classes from './teaching.module.css'

/** The page 需要检查的课时 lists lessons that no student finishes or whose length is wrong. */
export function LessonChecksPage() {
  const query = useQuery(lessonChecksQuery())
  return (
    <>
      <PageHeader title="需要检查的课时">
        几名学员开始学而没有人学完的，以及播放的长度与登记的时长不同的。正在学的学员一小时后计入。
      </PageHeader>
      <QueryContent query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title="没有需要检查的课时">学员学完和播放的情况都正常。</EmptyState>
          ) : (
            <ul className={classes.checks}>
              {list.map((check) => (
                <Check key={check.lessonId} check={check} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </>
  )
}

function Check({ check }: { check: LessonCheck }) {
  const { courseId, courseCode, courseTitle, title, versionNo, durationSeconds, started, finished } = check
  const mayPublish = usePermission('teaching.publish')
  return (
    <li>
      <div className={classes.checkHead}>
        <h2>{title}</h2>
        {check.mayCorrect && mayPublish && <CorrectButton check={check} />}
      </div>
      <p className={classes.lessonFacts}>
        <Link to={paths.course(courseId)}>
          {courseCode} {courseTitle}
        </Link>
        {` · 第 ${versionNo} 版 · 登记 ${formatDuration(durationSeconds)} · ${started} 名开始，${finished} 名学完`}
      </p>
      {lessonFindingsOf(check).map(({ what, advice }) => (
        <p key={what}>
          <strong>{what}</strong>
          <br />
          {advice}
        </p>
      ))}
    </li>
  )
}

function CorrectButton({ check }: { check: LessonCheck }) {
  const { lessonId, title, endSeconds, durationSeconds } = check
  const [asked, setAsked] = useState(false)
  const correct = useCorrectLessonLength()
  const to = endSeconds ?? 0
  return (
    <>
      <Button size="small" aria-label={`更正“${title}”的时长`} onClick={() => setAsked(true)}>
        更正时长…
      </Button>
      {asked && (
        <ReasonDialog
          title={`把“${title}”的时长更正为 ${formatDuration(to)}？`}
          okText="更正"
          placeholder="例如：已播放核对，视频在这里结束"
          send={(reason) => correct.mutateAsync({ lessonId, durationSeconds: to, reason })}
          onClose={() => setAsked(false)}
        >
          <p>
            现在登记的是 {formatDuration(durationSeconds)}
            。更正后不能再改长；看够新时长的学员随之学完，已经计入的学习时间都不变。
          </p>
        </ReasonDialog>
      )}
    </>
  )
}

/** Shown above the course list while there are lessons to check. */
export function LessonChecksNotice() {
  const { data } = useQuery(lessonChecksQuery())
  if (!data || data.list.length === 0) return null
  return (
    <Alert
      className={classes.notice}
      type="warning"
      showIcon
      title={`${data.list.length} 个课时需要检查：有人学没有人学完，或播放的长度与登记的不同。`}
      action={<Link to={paths.lessonChecks()}>查看</Link>}
    />
  )
}
