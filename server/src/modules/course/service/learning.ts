import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { appNow } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { playbackUntil, playbackUrl, signedUrl } from '../../../platform/files/links.ts'
import {
  findArticle,
  findCourse,
  type Lesson,
  listLessons,
  requiredOf,
} from '../../catalogue/service.ts'
import { examSummaries, settleStudent } from '../../exam/service.ts'
import { asHours } from '../../hours/service.ts'
import { isPaid, requireOwnSignCourse } from '../../sign/service.ts'
import { listProgress, requireStudying } from '../../study/service.ts'
import { coverUrlOf, fullTeacherOf, teacherOf } from '../view.ts'
import { type ChosenCourse, readChosen } from './chosen.ts'
import { readYears } from './years.ts'

type LessonProgress = Awaited<ReturnType<typeof listProgress>>[number]

/** Every sign of the student, newest year first, with where they stand in each course. */
export async function myCourse(deps: Deps, student: StudentActor) {
  // an attempt past its deadline is over, whether or not the sweep has come by
  await settleStudent(deps, student.studentId)
  const [{ signs }, chosen] = await Promise.all([
    readYears(deps.db, student.studentId),
    readChosen(deps.db, student.studentId),
  ])
  const bySign = Map.groupBy(chosen, (course) => course.row.signId)
  const list = [...signs.values()].map(({ sign, plan, state, employerPays, totals }) => ({
    signId: sign.id,
    year: plan.year,
    title: plan.title,
    trial: plan.trial,
    state,
    employerPays,
    studyEndAt: plan.studyEndAt,
    required: asHours(requiredOf(plan)),
    earned: asHours(totals.earned),
    courses: (bySign.get(sign.id) ?? []).map(toMyCourse),
  }))
  return { list }
}

function toMyCourse({ row, course, percent, ...standing }: ChosenCourse) {
  return {
    ...standing,
    id: row.id,
    courseId: row.courseId,
    title: course.title,
    coverUrl: coverUrlOf(course),
    teacher: teacherOf(course),
    hours: row.hours / 10,
    subject: row.subject,
    required: row.required,
    progress: percent,
  }
}

/**
 * One chosen course with its videos and what is credited of them.
 * @throws Refusal course.notFound for another's or none, course.notPaid before payment and after a refund
 */
export async function learnCourseDetail(deps: Deps, student: StudentActor, input: { id: string }) {
  await settleStudent(deps, student.studentId)
  const row = await requireOwnSignCourse(deps.db, student, input.id)
  if (!isPaid(row)) refuse('course.notPaid')
  await requireStudying(deps, student)
  const [course, lessons, progress, exams] = await Promise.all([
    findCourse(deps.db, row.courseId),
    listLessons(deps.db, [row.courseVersionId]),
    listProgress(deps.db, [row.id]),
    examSummaries(deps.db, student.studentId),
  ])
  if (!course) return refuse('course.notFound')
  const link = (fileId: string) => signedUrl(deps.keys, 'files', fileId, student.studentId)
  const byLesson = new Map(progress.map((lesson) => [lesson.lessonId, lesson]))
  return {
    id: row.id,
    signId: row.signId,
    year: row.year,
    trial: row.trial,
    round: row.round,
    course: {
      ...course,
      coverUrl: coverUrlOf(course),
      hours: row.hours / 10,
      teacher: fullTeacherOf(course),
    },
    lessons: lessons.map((lesson) => ({
      ...toLesson(lesson, byLesson.get(lesson.id)),
      videoUrl: lesson.videoFileId && playbackUrl(deps.keys, lesson.videoFileId, student),
      lowVideoUrl: lesson.lowVideoFileId && playbackUrl(deps.keys, lesson.lowVideoFileId, student),
      captionsUrl: lesson.captionsFileId && link(lesson.captionsFileId),
    })),
    videoUrlsUntil: playbackUntil(),
    studyOpen: row.studyOpen,
    studyEndAt: row.studyEndAt,
    lateUntil: row.studyOpen ? null : await lateUntil(deps, row.studyEndAt),
    evaluated: row.evaluatedAt !== null,
    examState: exams.get(row.id)?.state ?? 'LOCKED',
  }
}

/** Until when what was watched before the end may still arrive (decision 020); null: that has passed, too. */
async function lateUntil({ db, settings }: Deps, studyEndAt: Date): Promise<Date | null> {
  const until = new Date(studyEndAt.getTime() + (await settings.get('study.lateSeconds')) * 1000)
  return (await appNow(db)) < until ? until : null
}

/**
 * The text of a lesson that is read, as the version has it that this student learns by.
 * @throws Refusal course.notFound for another's or none, course.notPaid, course.lessonNotFound, course.notArticle for a film
 */
export async function learnArticle(
  deps: Deps,
  student: StudentActor,
  input: { id: string; lessonId: string },
) {
  const row = await requireOwnSignCourse(deps.db, student, input.id)
  if (!isPaid(row)) refuse('course.notPaid')
  await requireStudying(deps, student)
  const { courseVersionId: versionId } = row
  const lessons = await listLessons(deps.db, [versionId])
  const lesson = lessons.find((one) => one.id === input.lessonId.toLowerCase())
  if (!lesson) return refuse('course.lessonNotFound')
  const html = await findArticle(deps.db, { versionId, lessonId: lesson.id })
  if (html === undefined) return refuse('course.notArticle')
  const { 'study.readingIdleSeconds': idleSeconds } = await deps.settings.all()
  return { lessonId: lesson.id, title: lesson.title, html, idleSeconds }
}

/** Media positions are tenths of a second in the database, seconds on the wire. */
function toLesson(lesson: Lesson, progress: LessonProgress | undefined) {
  return {
    ...lesson,
    durationSeconds: lesson.durationDs / 10,
    furthestSeconds: (progress?.furthestDs ?? 0) / 10,
    creditedSeconds: (progress?.creditedDs ?? 0) / 10,
    covered: (progress?.coveredDs ?? []).map(inSeconds),
    resumeAt: (progress?.resumeDs ?? 0) / 10,
    done: progress?.done ?? false,
  }
}

function inSeconds([from, to]: [number, number]): [number, number] {
  return [from / 10, to / 10]
}
