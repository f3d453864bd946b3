import type { Db } from '../../../platform/db/database.ts'
import { type Course, listCourses, listLessons } from '../../catalogue/service.ts'
import { examSummaries } from '../../exam/service.ts'
import { listSignCourses, type SignCourse } from '../../sign/service.ts'
import { listProgress } from '../../study/service.ts'
import { type CourseProgress, courseProgress } from '../progress.ts'
import type { TodoCourse } from '../todo.ts'

/** One chosen course of a student with where they stand in it. */
export interface ChosenCourse extends CourseProgress {
  row: SignCourse
  course: Course
  evaluated: boolean
  examState: TodoCourse['examState']
  bestScore: number | null
}

/** Every chosen course of a student, newest year first, in five statements however many there are. */
export async function readChosen(db: Db, studentId: string): Promise<ChosenCourse[]> {
  const rows = await listSignCourses(db, studentId)
  if (rows.length === 0) return []
  const courseIds = [...new Set(rows.map((row) => row.courseId))]
  const [courses, lessons, progress, exams] = await Promise.all([
    listCourses(db, courseIds),
    listLessons(
      db,
      rows.map((row) => row.courseVersionId),
    ),
    listProgress(
      db,
      rows.map((row) => row.id),
    ),
    examSummaries(db, studentId),
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
        ...courseProgress(
          lessonsByVersion.get(row.courseVersionId) ?? [],
          progressByRow.get(row.id) ?? [],
        ),
        evaluated: row.evaluatedAt !== null,
        examState: exam?.state ?? 'LOCKED',
        bestScore: exam?.bestScore ?? null,
      },
    ]
  })
}
