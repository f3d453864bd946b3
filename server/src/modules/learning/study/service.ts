import type { clientCalls } from '@ce/contract'
import { deviceNameOf } from '@ce/contract/device'
import type { z } from 'zod'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { requireTextsAccepted } from '../../../platform/auth/unaccepted-texts.ts'
import { type CommitOutcome, GroupCommit } from '../../../platform/db/group-commit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import type { Settings } from '../../../platform/settings.ts'
import {
  evaluateHeartbeat,
  type HeartbeatInput,
  type HeartbeatOutcome,
  repeatedHeartbeatKey,
  type StudyHeartbeatAnswer,
  toStudyHeartbeatAnswer,
} from './evaluate.ts'
import { heartbeatProblem } from './judge.ts'
import { StudyCache } from './memory.ts'
import { normalizeRanges } from './ranges.ts'
import { recordRefusedHeartbeat } from './service/refusals.ts'
import { type HeartbeatFacts, loadHeartbeatFacts } from './store/facts.ts'
import { recordFilmEnd } from './store/film-ends.ts'
import { type HeartbeatWrite, writeCachedHeartbeats, writeHeartbeats } from './store/heartbeats.ts'
import {
  findLatestSession,
  hasOpenPlaySession,
  hasPlaySession,
  listStoredHeartbeats,
  listUnfinishedLessons,
  type StoredHeartbeat,
} from './store/stored-heartbeats.ts'

export { sealedChainId } from './sealed-chain.ts'
export { readSealedHeartbeatsOfStudents, type SealedReading } from './service/sealed-heartbeats.ts'
export { type LessonCheck, listLessonChecks, minStudentsForFilmEnd } from './store/film-ends.ts'
export {
  isSignCourseStudied,
  listLessonProgress,
  listStudiedSignCourses,
  lockStudyClocks,
  studySecondsByDay,
} from './store/progress.ts'
export { forgetUncreditedStudyRows } from './store/refusals.ts'

type Input = z.output<(typeof clientCalls)['course']['learnProcess']['request']>

/**
 * Records a heartbeat (学习心跳, docs/rules/study.md#heartbeats) and responds after its commit. @throws Refusal as in the
 * contract
 */
export async function learnProcess(deps: Deps, student: StudentActor, input: Input, userAgent = '') {
  const beat = incoming(student.studentId, input, userAgent)
  try {
    const problem = heartbeatProblem({ ...beat, seq: input.seq }, Number.POSITIVE_INFINITY)
    if (problem) return refuse(problem)
    if (student.unaccepted) await requireBegun(deps, student, beat)
    const asked = { ...beat, intervals: normalizeRanges(beat.intervals) }
    const { takenOver, ...answer } = await groupOf(deps).submit(student.studentId, asked)
    await noteEnd(deps, beat, input.filmEnd)
    const movedTo = takenOver ? await findLatestSession(deps.pool, student.studentId) : null
    return { ...answer, movedTo }
  } catch (error) {
    await recordRefusedHeartbeat(deps, beat, error)
    throw await sayingWhere(deps, student, error)
  }
}

/**
 * Only a new play session needs accepted texts; a session that has started continues without them.
 * @throws Refusal student.agreementRequired
 */
async function requireBegun({ db }: Deps, student: StudentActor, { key }: HeartbeatInput) {
  if (!(await hasPlaySession(db, student.studentId, key.playSessionId))) requireTextsAccepted(student)
}

/**
 * A student with an open play session may call without having accepted the texts.
 * @throws Refusal student.agreementRequired
 */
export async function requireAcceptedTextsOrPlaying({ db }: Deps, student: StudentActor): Promise<void> {
  if (student.unaccepted && !(await hasOpenPlaySession(db, student.studentId))) requireTextsAccepted(student)
}

/** Stores the film end that the player reported. Staff see it, but it gives no credit (decision 076). */
async function noteEnd({ db }: Deps, { key }: HeartbeatInput, filmEnd: number | undefined) {
  if (filmEnd === undefined) return
  const { studentId, playSessionId } = key
  await recordFilmEnd(db, { studentId, playSessionId, endDs: Math.round(filmEnd * 10) })
}

async function sayingWhere(deps: Deps, student: StudentActor, error: unknown): Promise<unknown> {
  if (!(error instanceof Refusal) || error.key !== 'course.takenOver') return error
  return new Refusal(error.key, {
    movedTo: await findLatestSession(deps.pool, student.studentId),
  })
}

/** @throws common.invalid if event, seq and presenceId do not match */
function incoming(studentId: string, input: Input, userAgent: string): HeartbeatInput {
  if ((input.event === 'start') !== (input.seq === 0)) invalid('seq', '序号 0 应为开始，且只能是开始')
  if (input.event === 'presence' && !input.presenceId) invalid('presenceId', '请填写在场确认编号')
  return {
    key: {
      studentId,
      signCourseId: input.id.toLowerCase(),
      lessonId: input.lessonId.toLowerCase(),
      playSessionId: input.playSessionId.toLowerCase(),
      seq: input.seq,
    },
    event: input.event,
    position: Math.round(input.position * 10),
    intervals: input.intervals.map(([from, to]) => [Math.round(from * 10), Math.round(to * 10)]),
    presenceId: input.event === 'presence' ? input.presenceId?.toLowerCase() : undefined,
    age: Math.round((input.ageSeconds ?? 0) * 10),
    device: input.event === 'start' ? deviceNameOf(userAgent) : '',
  }
}

function invalid(field: string, problem: string): never {
  return refuse('common.invalid', { problem, fields: { [field]: problem } })
}

/**
 * `pace` is in milliseconds; fuller batches are cheaper (decisions 006, 035). A batch waiting for a lock must not stop
 * the others.
 */
const together = { name: 'study heartbeat', pace: 25, spare: 2 }

const groups = new WeakMap<Deps, GroupCommit<HeartbeatInput, StudyHeartbeatAnswer>>()

function groupOf(deps: Deps): GroupCommit<HeartbeatInput, StudyHeartbeatAnswer> {
  let group = groups.get(deps)
  if (!group) {
    const memory = new StudyCache()
    group = new GroupCommit((beats) => commitBeats(deps, memory, beats), together)
    groups.set(deps, group)
  }
  return group
}

type Settlement = { beat: HeartbeatInput; settled: HeartbeatOutcome }

/** Judges from the cache where possible, and otherwise reads the database (decision 003). */
async function commitBeats(
  deps: Deps,
  memory: StudyCache,
  beats: HeartbeatInput[],
): Promise<CommitOutcome<StudyHeartbeatAnswer>[]> {
  const settings = await deps.settings.all()
  const settlements = beats.map((beat): Partial<Settlement> & { beat: HeartbeatInput } => {
    const facts = memory.recall(beat)
    const settled = facts ? evaluateHeartbeat(beat, facts, undefined, settings) : undefined
    // The cached facts may be old, so a refusal or a change of day is judged again on data from the database.
    return settled && 'write' in settled && !settled.write.dayOver ? { beat, settled } : { beat }
  })
  const strangers = settlements.filter((one) => !one.settled)
  const remembered = writesOf(settlements)
  await settleByReading(deps, memory, strangers, settings)
  const read = writesOf(strangers)
  await markCourses(deps, [...remembered, ...read])
  const leftOut = await Promise.all([writeCachedHeartbeats(deps.pool, remembered), writeHeartbeats(deps.pool, read)])
  return settlements.map(({ settled }): CommitOutcome<StudyHeartbeatAnswer> => {
    if (!settled) return 'again'
    if ('refusal' in settled) return { error: new Refusal(settled.refusal) }
    if ('answer' in settled) return { result: settled.answer }
    const { studentId } = settled.write.key
    if (leftOut.some((students) => students.has(studentId))) {
      memory.forget(studentId)
      return 'again'
    }
    memory.keep(settled.write)
    return { result: toStudyHeartbeatAnswer(settled.write) }
  })
}

function writesOf(settlements: Partial<Settlement>[]): HeartbeatWrite[] {
  return settlements.flatMap(({ settled }) => (settled && 'write' in settled ? [settled.write] : []))
}

async function settleByReading(
  deps: Deps,
  memory: StudyCache,
  settlements: (Partial<Settlement> & { beat: HeartbeatInput })[],
  settings: Settings,
): Promise<void> {
  if (settlements.length === 0) return
  const beats = settlements.map((one) => one.beat)
  const facts = await loadHeartbeatFacts(
    deps.pool,
    beats.map((beat) => beat.key),
  )
  const stored = await readRepeated(deps, beats, facts)
  settlements.forEach((one, index) => {
    const known = facts[index]
    if (!known) throw new Error('a beat without facts')
    memory.heardTime(known.nowMs)
    one.settled = evaluateHeartbeat(one.beat, known, stored.get(index), settings)
  })
}

/** Finds the stored heartbeats that heartbeats of this batch repeat. The result is keyed by the index in the batch. */
async function readRepeated(
  deps: Deps,
  beats: HeartbeatInput[],
  facts: HeartbeatFacts[],
): Promise<Map<number, StoredHeartbeat>> {
  const asked = new Map<string, number>()
  const keys = beats.flatMap((beat, index) => {
    const known = facts[index]
    const key = known && repeatedHeartbeatKey(beat, known)
    if (!key) return []
    asked.set(`${key.sessionNo} ${key.seq}`, index)
    return [key]
  })
  if (keys.length === 0) return new Map()
  const rows = await listStoredHeartbeats(deps.pool, keys)
  return new Map(rows.map((row) => [asked.get(`${row.sessionNo} ${row.seq}`) ?? -1, row]))
}

async function markCourses(deps: Deps, writes: HeartbeatWrite[]): Promise<void> {
  const done = writes.filter((write) => write.progress.done)
  if (done.length === 0) return
  const undone = await listUnfinishedLessons(
    deps.pool,
    done.map((write) => write.key.signCourseId),
  )
  for (const write of done) {
    const left = undone.get(write.key.signCourseId)
    left?.delete(write.key.lessonId)
    write.courseDone = left?.size === 0
  }
}
