import { type RefusalKey, refusals } from '@ce/contract'
import { auditViewed } from '../../../../platform/audit.ts'
import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import { type PageRequest, pageOfList } from '../../../../platform/db/page.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { listLessons } from '../../../catalogue/service.ts'
import { findSignCourse, requireOwnSignCourse, type SignCourse } from '../../sign/service.ts'
import { type AcceptedHeartbeat, explainHeartbeats, type HeartbeatExplanation } from '../explain.ts'
import { parseMultirange, type Ranges } from '../ranges.ts'
import { listLessonProgress } from '../store/progress.ts'
import {
  type LessonRoundKey,
  listRefusedHeartbeats,
  listStoredHeartbeatsOfLesson,
  mostBeats,
  type StoredSessionHeartbeat,
} from '../store/record.ts'
import { readSealedHeartbeats } from './sealed-heartbeats.ts'

interface Asked extends PageRequest {
  id: string
  lessonId: string
}

export async function learnRecord(deps: Deps, student: StudentActor, input: Asked) {
  return recordOf(deps, await requireOwnSignCourse(deps.db, student, input.id), input)
}

/** @throws Refusal as `learnRecord` */
export async function deskStudyRecord(deps: Deps, staff: StaffAtWork, input: Asked) {
  const row = await findSignCourse(deps.db, input.id)
  if (!row) return refuse('course.notFound')
  const record = await recordOf(deps, row, input)
  await auditStudyViewed(deps, staff, row)
  return record
}

export function auditStudyViewed(deps: Deps, staff: StaffAtWork, row: SignCourse): Promise<void> {
  const { studentId, id, title } = row
  const detail = { signCourseId: id, course: title }
  return auditViewed(deps.db, staff, { action: 'study.looked', studentId, detail })
}

async function recordOf(deps: Deps, row: SignCourse, { lessonId, ...paging }: Asked) {
  const lessons = await listLessons(deps.db, [row.courseVersionId])
  const lesson = lessons.find((one) => one.id === lessonId.toLowerCase())
  if (!lesson) return refuse('course.lessonNotFound')
  const key = {
    studentId: row.studentId,
    signCourseId: row.id,
    lessonId: lesson.id,
    round: row.round,
  }
  const [beats, refused, progress, settings] = await Promise.all([
    listAcceptedHeartbeats(deps, key),
    listRefusedHeartbeats(deps.pool, key),
    listLessonProgress(deps.db, [row.id]),
    deps.settings.all(),
  ])
  const explained = explainHeartbeats(beats, refused)
  const { list, ...page } = pageOfList(explained, paging)
  const credit = progress.find((one) => one.lessonId === lesson.id)
  const needed = (lesson.durationDs * settings['study.donePerMille']) / 1000
  return {
    id: row.id,
    signId: row.signId,
    year: row.year,
    courseTitle: row.title,
    round: row.round,
    lesson: {
      id: lesson.id,
      title: lesson.title,
      kind: lesson.kind,
      durationSeconds: lesson.durationDs / 10,
    },
    creditedSeconds: (credit?.creditedDs ?? 0) / 10,
    neededSeconds: Math.ceil(needed) / 10,
    furthestSeconds: (credit?.furthestDs ?? 0) / 10,
    done: credit?.done ?? false,
    covered: inSeconds(credit?.coveredDs ?? []),
    sums: sumsOf(explained),
    list: list.map(toWire),
    ...page,
  }
}

/** Lists the oldest heartbeat first, the same whether its month is sealed or not. @throws Refusal course.recordUnavailable */
async function listAcceptedHeartbeats(deps: Deps, key: LessonRoundKey): Promise<AcceptedHeartbeat[]> {
  const { beats, sealed } = await listStoredHeartbeatsOfLesson(deps.pool, key)
  let all: StoredSessionHeartbeat[] = beats
  for await (const some of readSealedHeartbeats(deps, [...sealed.keys()])) {
    const more = some.map((beat) => ({ ...beat, playSessionId: sealed.get(beat.sessionNo) ?? '' }))
    all = [...all, ...more].sort(inOrder).slice(0, mostBeats)
  }
  return all.map(({ playSessionId, seq, micros, event, position, intervals, added, lessonDone }) => ({
    ...{ playSessionId, seq, event, position, added, lessonDone },
    at: new Date(Math.floor(micros / 1000)),
    intervals: parseMultirange(intervals),
  }))
}

function inOrder(a: StoredSessionHeartbeat, b: StoredSessionHeartbeat): number {
  return a.micros - b.micros || a.sessionNo - b.sessionNo || a.seq - b.seq
}

function sumsOf(all: HeartbeatExplanation[]) {
  const sum = (beats: HeartbeatExplanation[], value: (beat: HeartbeatExplanation) => number) =>
    beats.reduce((total, beat) => total + value(beat), 0)
  const accepted = all.filter((beat) => beat.reason === null)
  const refused = all.filter((beat) => beat.reason !== null)
  return {
    beats: accepted.length,
    playedSeconds: sum(accepted, (beat) => beat.played) / 10,
    againSeconds: sum(accepted, (beat) => beat.again) / 10,
    refused: sum(refused, (beat) => beat.times),
    refusedSeconds: sum(refused, (beat) => beat.played) / 10,
  }
}

function toWire({ position, intervals, played, credited, again, late, waiting, ...beat }: HeartbeatExplanation) {
  return {
    ...beat,
    position: position / 10,
    intervals: inSeconds(intervals),
    played: played / 10,
    credited: credited / 10,
    again: again / 10,
    late: late / 10,
    waiting: waiting / 10,
    reasonText: beat.reason === null ? null : wordsOf(beat.reason),
  }
}

function wordsOf(reason: string): string {
  return isRefusal(reason) ? refusals[reason].msg : reason
}

function isRefusal(key: string): key is RefusalKey {
  return Object.hasOwn(refusals, key)
}

function inSeconds(ranges: Ranges): [number, number][] {
  return ranges.map(([from, to]) => [from / 10, to / 10])
}
