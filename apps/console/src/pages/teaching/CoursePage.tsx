import { Loaded } from '@ce/client/components/Loaded.tsx'
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
import { CourseInfo } from './CourseInfo.tsx'
import { DraftEditor } from './DraftEditor.tsx'
import { CourseStateMark } from './labels.tsx'
import classes from './teaching.module.css'
import { VersionList } from './VersionList.tsx'
import { WithdrawButton } from './WithdrawButton.tsx'

/** One course: how it is shown, what is taught, and what was. The tab stands in the URL. */
export function CoursePage() {
  const { id = '' } = useParams()
  const query = useQuery(deskCourseQuery(id))
  const renew = async () => (await query.refetch()).data
  return (
    <>
      {!query.data && (
        <PageHeader title="课程" actions={<BackLink to={paths.courses()}>返回课程列表</BackLink>} />
      )}
      <Loaded query={query}>
        {(course) => <Desk key={course.id} course={course} renew={renew} />}
      </Loaded>
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
        <CourseInfo course={course} renew={renew} restart={restartInfo} />
      </PendingUploads>
    ),
    versions: <VersionList course={course} />,
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
              <WithdrawButton course={course} onDone={() => void renew()} />
            )}
          </>
        }
      >
        <span className={classes.facts}>
          <span>{course.code}</span>
          <span>{subjectNames[course.subject]}</span>
          <span>{formatTeacher(course.teacher)}</span>
          <CourseStateMark state={course.state} hasDraft={course.draft !== null} />
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

/** The newest content instead of what one pane holds: another form altogether, for it alone. */
function useRound(renew: DeskProps['renew']) {
  const [round, setRound] = useState(0)
  const restart = async () => {
    if (await renew()) setRound((count) => count + 1)
  }
  return [round, restart] as const
}
