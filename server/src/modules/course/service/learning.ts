import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { appNow } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { createPlaybackUrl, createPrivateUrl, playbackUrlExpiry } from '../../../platform/files/links.ts'
import { requiredHoursOf } from '../../catalogue/required-courses.ts'
import { findArticle, findCourse, type Lesson, listLessons } from '../../catalogue/service.ts'
import { toHoursPerSubject } from '../../credits/hours/totals.ts'
import { endOverdueAttemptsOf, loadExamSummaries } from '../../exam/service/summaries.ts'
import { isSignPaid, requireOwnSignCourse } from '../../learning/sign/service.ts'
import { listLessonProgress, requireAcceptedTextsOrPlaying } from '../../learning/study/service.ts'
import { coverUrlOf, toTeacherCard, toTeacherDetail } from '../view.ts'
import { type ChosenCourse, loadChosenCourses } from './offers.ts'
import { loadStudentYears } from './years.ts'

type LessonProgress = Awaited<ReturnType<typeof listLessonProgress>>[number]

export async function myCourse(deps: Deps, student: StudentActor) {
  // Ends overdue attempts first, so that the response is the same before and after the job that ends them.
  await endOverdueAttemptsOf(deps, student.studentId)
  const [{ signs }, chosen] = await Promise.all([
    loadStudentYears(deps.db, student.studentId),
    loadChosenCourses(deps.db, student.studentId),
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
    required: toHoursPerSubject(requiredHoursOf(plan)),
    earned: toHoursPerSubject(totals.earned),
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
    teacher: toTeacherCard(course),
    hours: row.hours / 10,
    subject: row.subject,
    required: row.required,
    progress: percent,
  }
}

/** @throws Refusal course.notFound, course.notPaid */
export async function learnCourseDetail(deps: Deps, student: StudentActor, input: { id: string }) {
  await endOverdueAttemptsOf(deps, student.studentId)
  const row = await requireOwnSignCourse(deps.db, student, input.id)
  if (!isSignPaid(row)) refuse('course.notPaid')
  await requireAcceptedTextsOrPlaying(deps, student)
  const [course, lessons, progress, exams] = await Promise.all([
    findCourse(deps.db, row.courseId),
    listLessons(deps.db, [row.courseVersionId]),
    listLessonProgress(deps.db, [row.id]),
    loadExamSummaries(deps.db, student.studentId),
  ])
  if (!course) return refuse('course.notFound')
  const link = (fileId: string) => createPrivateUrl(deps.keys, 'files', fileId, student.studentId)
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
      teacher: toTeacherDetail(course),
    },
    lessons: lessons.map((lesson) => ({
      ...toLesson(lesson, byLesson.get(lesson.id)),
      videoUrl: lesson.videoFileId && createPlaybackUrl(deps.keys, lesson.videoFileId, student),
      lowVideoUrl: lesson.lowVideoFileId && createPlaybackUrl(deps.keys, lesson.lowVideoFileId, student),
      captionsUrl: lesson.captionsFileId && link(lesson.captionsFileId),
    })),
    videoUrlsUntil: playbackUrlExpiry(),
    studyOpen: row.studyOpen,
    studyEndAt: row.studyEndAt,
    lateUntil: row.studyOpen ? null : await lateUntil(deps, row.studyEndAt),
    evaluated: row.evaluatedAt !== null,
    examState: exams.get(row.id)?.state ?? 'LOCKED',
  }
}

/** Late heartbeats are accepted until this time (decision 020); null if it has passed. */
async function lateUntil({ db, settings }: Deps, studyEndAt: Date): Promise<Date | null> {
  const until = new Date(studyEndAt.getTime() + (await settings.get('study.lateSeconds')) * 1000)
  return (await appNow(db)) < until ? until : null
}

/** @throws Refusal course.notFound, course.notPaid, course.lessonNotFound, course.notArticle */
export async function learnArticle(deps: Deps, student: StudentActor, input: { id: string; lessonId: string }) {
  const row = await requireOwnSignCourse(deps.db, student, input.id)
  if (!isSignPaid(row)) refuse('course.notPaid')
  await requireAcceptedTextsOrPlaying(deps, student)
  const { courseVersionId: versionId } = row
  const lessons = await listLessons(deps.db, [versionId])
  const lesson = lessons.find((one) => one.id === input.lessonId.toLowerCase())
  if (!lesson) return refuse('course.lessonNotFound')
  const html = await findArticle(deps.db, { versionId, lessonId: lesson.id })
  if (html === undefined) return refuse('course.notArticle')
  const { 'study.readingIdleSeconds': idleSeconds } = await deps.settings.all()
  return { lessonId: lesson.id, title: lesson.title, html, idleSeconds }
}

/** Converts lesson times from tenths of a second to seconds. */
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
