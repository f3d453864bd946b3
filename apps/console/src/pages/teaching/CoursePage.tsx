import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatTeacher } from '@ce/client/format.ts'
import { type DeskCourse, deskCourseQuery } from '@ce/client/staff/teaching.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { PendingUploads } from '../../components/upload/pending-uploads.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { CourseInfoForm } from './CourseInfo.tsx'
import { DraftEditor } from './DraftEditor.tsx'
import { CourseStateTag } from './labels.tsx'
import classes from './teaching.module.css'
import { CourseVersionList } from './VersionList.tsx'
import { WithdrawCourseButton } from './WithdrawCourseButton.tsx'

/** The open tab of a course is stored in the URL. */
export function CoursePage() {
  const { id = '' } = useParams()
  const query = useQuery(deskCourseQuery(id))
  const renew = async () => (await query.refetch()).data
  return (
    <>
      {!query.data && <PageHeader title="课程" actions={<BackLink to={paths.courses()}>返回课程列表</BackLink>} />}
      <QueryContent query={query}>{(course) => <Desk key={course.id} course={course} renew={renew} />}</QueryContent>
    </>
  )
}

interface DeskProps {
  course: DeskCourse
  renew: () => Promise<DeskCourse | undefined>
}

const tabs = ['content', 'info', 'versions'] as const

function Desk({ course, renew }: DeskProps) {
  const [params, setParams] = useSearchParams()
  const active = tabs.find((tab) => tab === params.get('tab')) ?? 'content'
  const mayPublish = usePermission('teaching.publish')
  const [content, restartContent] = useRound(renew)
  const [info, restartInfo] = useRound(renew)
  const panes = {
    content: (
      <PendingUploads key={content}>
        <DraftEditor course={course} renew={renew} restart={restartContent} />
      </PendingUploads>
    ),
    info: (
      <PendingUploads key={info}>
        <CourseInfoForm course={course} renew={renew} restart={restartInfo} />
      </PendingUploads>
    ),
    versions: <CourseVersionList course={course} />,
  }
  const names = { content: '课时与组卷', info: '基本信息', versions: '历次发布' }
  return (
    <>
      <PageHeader
        title={course.title}
        actions={
          <>
            <BackLink to={paths.courses()}>返回课程列表</BackLink>
            {mayPublish && course.state !== 'DRAFT' && (
              <WithdrawCourseButton course={course} onDone={() => void renew()} />
            )}
          </>
        }
      >
        <span className={classes.facts}>
          <span>{course.code}</span>
          <span>{subjectNames[course.subject]}</span>
          <span>{formatTeacher(course.teacher)}</span>
          <CourseStateTag state={course.state} hasDraft={course.draft !== null} />
        </span>
      </PageHeader>
      <Tabs
        activeKey={active}
        onChange={(tab) => setParams({ tab }, { replace: true })}
        items={tabs.map((key) => ({ key, label: names[key], children: panes[key] }))}
      />
    </>
  )
}

/**
 * Returns a React key for one tab and a function that reloads the course and then changes the key, so that only this
 * tab starts again.
 */
function useRound(renew: DeskProps['renew']) {
  const [round, setRound] = useState(0)
  const restart = async () => {
    if (await renew()) setRound((count) => count + 1)
  }
  return [round, restart] as const
}
