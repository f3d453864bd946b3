import { formatDuration, formatHoursUnit, formatTeacher } from '@ce/client/format.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import classes from './Learn.module.css'
import type { LearnDetail, Lesson } from './learn-detail.ts'

interface LessonListProps {
  detail: LearnDetail
  currentId: string | undefined
}

export function LessonList({ detail, currentId }: LessonListProps) {
  const { lessons, signId, id, course } = detail
  const done = lessons.filter((lesson) => lesson.done).length
  return (
    <nav className={classes.lessons} aria-labelledby="lessons">
      <h2 id="lessons">
        课时
        <span>
          已学完 {done} / {lessons.length}
        </span>
      </h2>
      <p className={classes.courseFacts}>
        {formatTeacher(course.teacher)} · {subjectNames[course.subject]} · {formatHoursUnit(course.hours)}
      </p>
      <ol>
        {lessons.map((lesson) => (
          <li key={lesson.id}>
            <Link
              to={paths.lesson(signId, id, lesson.id)}
              className={classes.lesson}
              aria-current={lesson.id === currentId ? 'true' : undefined}
            >
              <span className={classes.lessonTitle}>{lesson.title}</span>
              <span className={classes.lessonFacts}>
                <LessonState lesson={lesson} />
                <span>
                  {lesson.kind === 'ARTICLE' && '阅读 '}
                  {formatDuration(lesson.durationSeconds)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function LessonState({ lesson: { done, creditedSeconds, durationSeconds } }: { lesson: Lesson }) {
  if (done) return <StatusMark kind="done">已学完</StatusMark>
  if (creditedSeconds <= 0) return <StatusMark kind="todo">未学习</StatusMark>
  // Show at most 99 % until the lesson is done.
  const percent = Math.min(99, Math.floor((creditedSeconds * 100) / durationSeconds))
  return <StatusMark kind="doing">已学 {percent}%</StatusMark>
}
