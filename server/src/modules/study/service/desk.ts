import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { listLessons } from '../../catalogue/service.ts'
import { findSignCourse, listSignCourses } from '../../sign/service.ts'
import { maskPhone } from '../../student/service/person.ts'
import { creditBySignCourse, findLearner, findLearners } from '../store/desk.ts'
import { listProgress } from '../store/progress.ts'
import { tellLook } from './record.ts'

interface Learner {
  id: string
  name: string
  phone: string
}

const learnerOf = ({ id, name, phone }: Learner) => ({ id, name, phoneMasked: maskPhone(phone) })

/** Who has this phone, sign or sign course, with all their courses. Nobody found is an empty list. */
export async function findStudies(deps: Deps, { query }: { query: string }) {
  const by = /^1\d{10}$/.test(query) ? { phone: query } : { id: asUuid(query) }
  const learners = await findLearners(deps.db, by)
  const list = await Promise.all(
    learners.map(async (learner) => ({
      ...learnerOf(learner),
      courses: await coursesOf(deps, learner.id),
    })),
  )
  return { list }
}

/** an id nobody has, for what only looks like one */
const nobodys = '00000000-0000-0000-0000-000000000000'

function asUuid(text: string): string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : nobodys
}

async function coursesOf(deps: Deps, studentId: string) {
  const [rows, credit] = await Promise.all([
    listSignCourses(deps.db, studentId),
    creditBySignCourse(deps.db, studentId),
  ])
  return rows.map(({ id, signId, year, title, subject, round }) => ({
    id,
    signId,
    year,
    title,
    subject,
    round,
    creditedSeconds: (credit.get(id)?.credited ?? 0) / 10,
    refused: credit.get(id)?.refused ?? 0,
  }))
}

/** One course of one student, lesson by lesson. @throws Refusal course.notFound */
export async function courseStudy(deps: Deps, staff: StaffAtWork, input: { id: string }) {
  const row = await findSignCourse(deps.db, input.id)
  const learner = row && (await findLearner(deps.db, row.studentId))
  if (!row || !learner) return refuse('course.notFound')
  await tellLook(deps, staff, row)
  const [lessons, progress] = await Promise.all([
    listLessons(deps.db, [row.courseVersionId]),
    listProgress(deps.db, [row.id]),
  ])
  return {
    id: row.id,
    signId: row.signId,
    year: row.year,
    title: row.title,
    round: row.round,
    learner: learnerOf(learner),
    lessons: lessons.map(({ id, title, durationDs }) => {
      const credit = progress.find((one) => one.lessonId === id)
      return {
        id,
        title,
        durationSeconds: durationDs / 10,
        creditedSeconds: (credit?.creditedDs ?? 0) / 10,
        done: credit?.done ?? false,
      }
    }),
  }
}
