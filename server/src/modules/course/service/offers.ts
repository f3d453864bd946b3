import { foldSearchText } from '@ce/contract/fold-text'
import type { Db } from '../../../platform/db/database.ts'
import { type PageRequest, pageOfList } from '../../../platform/db/page.ts'
import { type Course, listCourses, listLessons, type PlanCourse } from '../../catalogue/service.ts'
import { loadExamSummaries } from '../../exam/service/summaries.ts'
import { listSignCourses, type SignCourse } from '../../learning/sign/service.ts'
import { listLessonProgress } from '../../learning/study/service.ts'
import { type CourseProgress, courseProgress } from '../progress.ts'
import type { TodoCourse } from '../todo.ts'
import { coverUrlOf, freePreviewOf, toTeacherCard } from '../view.ts'

interface OfferFilter {
  subject?: PlanCourse['subject'] | undefined
  keyword?: string | undefined
}

export async function toCourseOfferPage(db: Db, offered: PlanCourse[], asked: OfferFilter & PageRequest) {
  const found = offered.filter((course) => matches(course, asked))
  const { list: shown, ...page } = pageOfList(found, asked)
  const lessons = await listLessons(
    db,
    shown.map((course) => course.versionId),
  )
  const lessonsByVersion = Map.groupBy(lessons, (lesson) => lesson.versionId)
  const list = shown.map((course) => ({
    ...toCourseOffer(course),
    canTrySee: freePreviewOf(course, lessonsByVersion.get(course.versionId) ?? []) !== null,
  }))
  return { list, ...page }
}

export function toCourseOffer(course: PlanCourse) {
  return {
    ...course,
    planCourseId: course.id,
    id: course.courseId,
    coverUrl: coverUrlOf(course),
    teacher: toTeacherCard(course),
    hours: course.hours / 10,
    durationSeconds: course.durationDs / 10,
  }
}

function matches(course: PlanCourse, { subject, keyword }: OfferFilter): boolean {
  if (subject && course.subject !== subject) return false
  const wanted = foldSearchText(keyword ?? '')
  return [course.title, course.intro, course.teacherName].some((text) => foldSearchText(text).includes(wanted))
}

export interface ChosenCourse extends CourseProgress {
  row: SignCourse
  course: Course
  evaluated: boolean
  examState: TodoCourse['examState']
  bestScore: number | null
}

/** Reads the chosen courses with five statements, whatever the number of years. */
export async function loadChosenCourses(db: Db, studentId: string): Promise<ChosenCourse[]> {
  const rows = await listSignCourses(db, studentId)
  if (rows.length === 0) return []
  const courseIds = [...new Set(rows.map((row) => row.courseId))]
  const [courses, lessons, progress, exams] = await Promise.all([
    listCourses(db, courseIds),
    listLessons(
      db,
      rows.map((row) => row.courseVersionId),
    ),
    listLessonProgress(
      db,
      rows.map((row) => row.id),
    ),
    loadExamSummaries(db, studentId),
  ])
  const courseById = new Map(courses.map((course) => [course.id, course]))
  const lessonsByVersion = Map.groupBy(lessons, (lesson) => lesson.versionId)
  const progressByRow = Map.groupBy(progress, (lesson) => lesson.signCourseId)
  return rows.flatMap((row) => {
    const course = courseById.get(row.courseId)
    if (!course) return []
    const exam = exams.get(row.id)
    return [
      {
        row,
        course,
        ...courseProgress(lessonsByVersion.get(row.courseVersionId) ?? [], progressByRow.get(row.id) ?? []),
        evaluated: row.evaluatedAt !== null,
        examState: exam?.state ?? 'LOCKED',
        bestScore: exam?.bestScore ?? null,
      },
    ]
  })
}
