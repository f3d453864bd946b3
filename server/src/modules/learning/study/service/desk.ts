import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { listLessons } from '../../../catalogue/service.ts'
import { maskPhone } from '../../../student/service/person.ts'
import { findSignCourse, listSignCourses } from '../../sign/service.ts'
import { type CourseCredit, type CreditedWork, findOverlappingCredit } from '../overlap.ts'
import { listLessonProgress, listPaidSessions } from '../store/progress.ts'
import { findStudyStudent, findStudyStudents, sumCreditBySignCourse } from '../store/record.ts'
import { auditStudyViewed } from './record.ts'
import { readSealedHeartbeats, type SealedReading } from './sealed-heartbeats.ts'

interface Learner {
  id: string
  name: string
  phone: string
}

const learnerOf = ({ id, name, phone }: Learner) => ({ id, name, phoneMasked: maskPhone(phone) })

export async function findStudiesForDesk(deps: Deps, { query }: { query: string }) {
  const by = /^1\d{10}$/.test(query) ? { phone: query } : { id: asUuid(query) }
  const learners = await findStudyStudents(deps.db, by)
  const list = await Promise.all(
    learners.map(async (learner) => ({
      ...learnerOf(learner),
      courses: await coursesOf(deps, learner.id),
    })),
  )
  return { list }
}

const nobodys = '00000000-0000-0000-0000-000000000000'

function asUuid(text: string): string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : nobodys
}

async function coursesOf(deps: Deps, studentId: string) {
  const [rows, credit] = await Promise.all([
    listSignCourses(deps.db, studentId),
    sumCreditBySignCourse(deps.db, studentId),
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

export async function deskCourseStudy(deps: Deps, staff: StaffAtWork, input: { id: string }) {
  const row = await findSignCourse(deps.db, input.id)
  const learner = row && (await findStudyStudent(deps.db, row.studentId))
  if (!row || !learner) return refuse('course.notFound')
  await auditStudyViewed(deps, staff, row)
  const [lessons, progress] = await Promise.all([
    listLessons(deps.db, [row.courseVersionId]),
    listLessonProgress(deps.db, [row.id]),
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

interface StudyOverlap {
  seconds: number
  restarts: string[]
}

/**
 * Finds credit that two accounts earned at the same time (decision 010).
 * @param first sign courses of the closed account to keep before others
 * @returns null if no course must restart
 */
export async function findStudyOverlap(
  deps: SealedReading,
  { keptId, closedId, first }: { keptId: string; closedId: string; first: ReadonlySet<string> },
): Promise<StudyOverlap | null> {
  const shared = await listSimultaneousCredit(deps, keptId, closedId)
  if (shared.length === 0) return null
  const kept = shared.filter(({ studentId }) => studentId === keptId)
  const byCourse = Map.groupBy(
    shared.filter(({ studentId }) => studentId === closedId),
    ({ signCourseId }) => signCourseId,
  )
  const courses = [...byCourse]
    .map(([id, works]): CourseCredit => ({ id, works }))
    .toSorted((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)))
  const { ds, restarts } = findOverlappingCredit(kept, courses)
  return restarts.length > 0 ? { seconds: ds / 10, restarts } : null
}

interface SharedWork extends CreditedWork {
  studentId: string
  signCourseId: string
}

/** Lists credit of both accounts from sessions that were open at the same time, the oldest first. */
async function listSimultaneousCredit(deps: SealedReading, one: string, other: string): Promise<SharedWork[]> {
  const sessions = await listPaidSessions(deps.db, one, other)
  const sealed = new Map(sessions.filter(({ isSealed }) => isSealed).map((session) => [session.no, session]))
  for await (const beats of readSealedHeartbeats(deps, [...sealed.keys()]))
    for (const { sessionNo, micros, added } of beats)
      if (added > 0) sealed.get(sessionNo)?.credits.push({ micros, added })
  const live = sessions.map(({ credits, ...session }) => {
    const last = credits.reduce((latest, { micros }) => Math.max(latest, micros), 0) || Number.POSITIVE_INFINITY
    return { ...session, credits, until: Math.min(last, session.endsMicros) }
  })
  const shared = live.filter((it) =>
    live.some(
      (them) => them.studentId !== it.studentId && them.openedMicros < it.until && it.openedMicros < them.until,
    ),
  )
  return shared
    .flatMap(({ studentId, signCourseId, openedMicros, endsMicros, credits }) =>
      credits.map(({ micros, added }) => ({
        ...{ studentId, signCourseId, needs: added, micros },
        from: Math.floor(openedMicros / tenth),
        until: Math.ceil(Math.min(micros, endsMicros) / tenth),
      })),
    )
    .sort((a, b) => a.micros - b.micros)
}

/** Microseconds. */
const tenth = 100_000
