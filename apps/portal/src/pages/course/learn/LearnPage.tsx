import type { Output } from '@ce/client/call.ts'
import { learnCourseDetailQuery } from '@ce/client/course.ts'
import { formatDateTime, formatHours, formatTeacher, subjectNames } from '@ce/client/format.ts'
import { useSession } from '@ce/client/session.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { EvaluationDialog } from '../EvaluationDialog.tsx'
import { FinishPanel } from './FinishPanel.tsx'
import classes from './LearnPage.module.css'
import { LessonList } from './LessonList.tsx'
import { LessonPlayerPanel } from './LessonPlayerPanel.tsx'

export type LearnDetail = Output<'GET /course/v1/learn_course_detail'>

/** The learning page: the video and what is credited of it, the lessons, and what comes after the last one. */
export function LearnPage() {
  const { signid = '', id = '' } = useParams()
  // what the player knows is fresher than a refetch on focus; the video's address must not change under it
  const query = useQuery({ ...learnCourseDetailQuery(id), refetchOnWindowFocus: false })
  return (
    <Loaded query={query} skeleton={<Skeleton shape={['title', 'picture']} />}>
      {(detail) => (detail.signId === signid ? <Learning key={id} detail={detail} /> : <NotHere />)}
    </Loaded>
  )
}

function NotHere() {
  return (
    <EmptyState title="没有找到该课程" action={<Link to={paths.myCourses()}>查看我的课程</Link>}>
      它不在这次报名里，或地址输入有误。
    </EmptyState>
  )
}

function Learning({ detail }: { detail: LearnDetail }) {
  const { lessons, course } = detail
  const [search] = useSearchParams()
  const studentId = useSession()?.userInfo.id ?? ''
  const finished = lessons.length > 0 && lessons.every((lesson) => lesson.done)
  const [evaluating, setEvaluating] = useState(finished && !detail.evaluated)
  const chosen =
    lessons.find((lesson) => lesson.id === search.get('lesson')) ??
    lessons.find((lesson) => !lesson.done) ??
    lessons[0]
  // without a choice in the address the lesson on screen stays, also when it is done
  const [first] = useState(chosen?.id)
  const current = search.has('lesson')
    ? chosen
    : (lessons.find((lesson) => lesson.id === first) ?? chosen)
  return (
    <>
      <Heading detail={detail} />
      {!detail.studyOpen && (
        <Alert
          className={classes.notice}
          type="warning"
          showIcon
          title={`学习时间已于 ${formatDateTime(detail.studyEndAt)} 结束：可以继续观看，但不再计入学时。`}
          description={
            detail.lateUntil &&
            `截止前在本机离线学习的记录，联网打开本页后自动补报，最晚 ${formatDateTime(detail.lateUntil)}；计入的时间不超过截止时刻。`
          }
        />
      )}
      {finished && <FinishPanel detail={detail} onEvaluate={() => setEvaluating(true)} />}
      <div className={classes.columns}>
        {current ? (
          <LessonPlayerPanel
            key={current.id}
            studentId={studentId}
            detail={detail}
            lesson={current}
            onCourseDone={() => setEvaluating(!detail.evaluated)}
          />
        ) : (
          <EmptyState title="课程还没有课时">课时上线后即可学习。</EmptyState>
        )}
        <LessonList detail={detail} currentId={current?.id} />
      </div>
      <EvaluationDialog
        id={detail.id}
        signId={detail.signId}
        courseTitle={course.title}
        open={evaluating}
        onClose={() => setEvaluating(false)}
      />
    </>
  )
}

function Heading({ detail: { signId, year, course } }: { detail: LearnDetail }) {
  return (
    <div className={classes.heading}>
      <h1>{course.title}</h1>
      <p>
        {formatTeacher(course.teacher)} · {subjectNames[course.subject]} ·{' '}
        {formatHours(course.hours)} 学时
      </p>
      <Link to={paths.course(signId)}>返回 {year} 年度课程</Link>
    </div>
  )
}
