import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { learnCourseDetailQuery } from '@ce/client/course.ts'
import { formatDateTime, formatLastDay } from '@ce/client/format.ts'
import { readSession } from '@ce/client/session.ts'
import { Alert } from '@ce/ui/Alert.tsx'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useNavigationType, useParams, useSearchParams } from 'react-router'
import { emptyScreenTexts } from '../../../components/empty-text.ts'
import { NotFoundNote } from '../../../components/NotFoundNote.tsx'
import { usePageTitle } from '../../../components/page-title.ts'
import { ScreenLayout } from '../../../components/Screen.tsx'
import { paths } from '../../../paths.ts'
import { examStateLabels } from '../my-course-text.ts'
import { ArticleLesson } from './ArticleLesson.tsx'
import { EvaluationDialog } from './EvaluationDialog.tsx'
import classes from './Learn.module.css'
import { LessonList } from './LessonList.tsx'
import { hasNewLessons, isCourseFinished, type LearnDetail } from './learn-detail.ts'
import type { LessonPanelProps } from './use-lesson-on-page.ts'
import { VideoLesson } from './VideoLesson.tsx'

export function LearnScreen() {
  const { signid = '', id = '' } = useParams()
  const query = useQuery({
    ...learnCourseDetailQuery(id),
    /**
     * Fetch again on focus only for a finished course, because a failed exam may require re-study. During study the
     * player knows newer data.
     */
    refetchOnWindowFocus: ({ state }) => state.data !== undefined && isCourseFinished(state.data) && 'always',
  })
  const detail = query.data?.signId === signid ? query.data : undefined
  const missing = <NotFoundNote words={emptyScreenTexts.noSuchCourse} to={paths.myCourses()} />
  return (
    <ScreenLayout
      title={detail?.course.title ?? '在线学习'}
      back={detail ? paths.course(detail.signId) : paths.myCourses()}
      backLabel={detail ? `返回 ${detail.year} 年度课程` : '返回我的课程'}
    >
      <QueryContent query={query} skeleton={<Skeleton shape={['title', 'picture']} />} missing={missing}>
        {() =>
          // The key has the round, so that a player of the last round cannot report into this round.
          detail ? <Learning key={`${id} ${detail.round}`} detail={detail} /> : missing
        }
      </QueryContent>
    </ScreenLayout>
  )
}

function Learning({ detail }: { detail: LearnDetail }) {
  const { id, signId, course, lessons } = detail
  // Remember the student, because the session may change while study reports are unsent.
  const [studentId] = useState(() => readSession()?.userInfo.id ?? '')
  const current = useCurrentLesson(lessons)
  const [opened] = useState(lessons)
  const finished = isCourseFinished(detail)
  const asked = useAskedToEvaluate()
  const [evaluating, setEvaluating] = useState(asked && finished && !detail.evaluated)
  usePageTitle(current ? `${course.title} · ${current.title}` : course.title)
  return (
    <div className={classes.columns}>
      <div className={classes.player}>
        {current ? (
          <LessonPanel
            key={current.id}
            studentId={studentId}
            detail={detail}
            lesson={current}
            onCourseDone={() => setEvaluating(!detail.evaluated)}
          />
        ) : (
          <EmptyState title="课程还没有课时">课时上线后即可学习。</EmptyState>
        )}
      </div>
      <div className={classes.side}>
        {!detail.studyOpen && <Closed detail={detail} />}
        {hasNewLessons(opened, lessons) && (
          <Alert kind="info" title="课程已更新">
            这门课程在您开始学习之前更新过，请按现在的课时学习。
          </Alert>
        )}
        {finished && <Finished detail={detail} onEvaluate={() => setEvaluating(true)} />}
        <LessonList detail={detail} currentId={current?.id} />
      </div>
      {evaluating && (
        <EvaluationDialog id={id} signId={signId} courseTitle={course.title} onClose={() => setEvaluating(false)} />
      )}
    </div>
  )
}

/** The lesson that the address names, else the first unfinished one; it stays current when done. */
function useCurrentLesson(lessons: LearnDetail['lessons']) {
  const [search] = useSearchParams()
  const chosen =
    lessons.find((lesson) => lesson.id === search.get('lesson')) ?? lessons.find((lesson) => !lesson.done) ?? lessons[0]
  const [first] = useState(chosen?.id)
  if (search.has('lesson')) return chosen
  return lessons.find((lesson) => lesson.id === first) ?? chosen
}

/**
 * True if the link to this page asked for the evaluation; false after a reload, so that the evaluation does not open
 * again.
 */
function useAskedToEvaluate(): boolean {
  const { state } = useLocation()
  return useNavigationType() === 'PUSH' && state?.evaluate === true
}

function LessonPanel(props: LessonPanelProps) {
  const { lesson } = props
  if (lesson.kind === 'ARTICLE') return <ArticleLesson {...props} />
  if (!lesson.videoUrl) return <EmptyState title={lesson.title}>这个课时暂时没有视频，请先学习其他课时。</EmptyState>
  return <VideoLesson {...props} url={lesson.videoUrl} />
}

function Closed({ detail: { studyEndAt, lateUntil } }: { detail: LearnDetail }) {
  return (
    <Alert kind="warning" title={`学习时间已于 ${formatLastDay(studyEndAt)} 结束：可以继续观看，但不再计入学时。`}>
      {lateUntil &&
        `截止前在本机离线学习的记录，联网打开本页后自动补报，最晚 ${formatDateTime(lateUntil)}；计入的时间不超过截止时刻。`}
    </Alert>
  )
}

function Finished({ detail, onEvaluate }: { detail: LearnDetail; onEvaluate: () => void }) {
  const { evaluated, examState, signId, id } = detail
  return (
    <div className={classes.finished}>
      <p>
        <strong>{evaluated ? '全部课时已学完，课程已评价' : '全部课时已学完'}</strong>
        {evaluated ? examStateLabels[examState].label : '评价课程后即可参加考试。'}
      </p>
      {evaluated ? (
        <Link className={buttonClass()} to={paths.exam(signId, id)}>
          {examState === 'PASSED' ? '查看成绩' : '去考试'}
        </Link>
      ) : (
        <Button onClick={onEvaluate}>评价课程</Button>
      )}
    </div>
  )
}
