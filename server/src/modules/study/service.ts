import type { clientCalls } from '@ce/contract'
import { deviceOf } from '@ce/contract/device'
import type { z } from 'zod'
import type { StudentActor } from '../../platform/auth/sessions.ts'
import { requireAccepted } from '../../platform/auth/unaccepted-texts.ts'
import { GroupCommit, type Outcome } from '../../platform/db/group-commit.ts'
import type { Deps } from '../../platform/deps.ts'
import { Refusal, refuse } from '../../platform/errors.ts'
import type { Settings } from '../../platform/settings.ts'
import { beatProblem } from './judge.ts'
import { Memory } from './memory.ts'
import { normal } from './ranges.ts'
import { noteRefusal } from './service/refusals.ts'
import { type Answer, answerOf, type Incoming, mayRepeat, type Settled, settle } from './settle.ts'
import { type BeatWrite, writeBeats, writeRemembered } from './store/beats.ts'

import { type Facts, readFacts } from './store/facts.ts'
import { noteFilmEnd } from './store/film-ends.ts'
import { hasOpenSession, hasSession, readLatestSession } from './store/latest-session.ts'
import { readStored, readUndone, type StoredBeat } from './store/stored.ts'

export { finishCovered } from './service/finish-covered.ts'
export { studyOverlap } from './service/overlap.ts'
export { learnRecord } from './service/record.ts'
export { agreeingPlayers, type LessonCheck, listLessonChecks } from './store/film-ends.ts'
export { holdClocks } from './store/overlap.ts'
export { courseStudied, listProgress, listStudied, studySecondsByDay } from './store/progress.ts'
export { forgetStudyTraces } from './store/refusals.ts'

type Input = z.output<(typeof clientCalls)['course']['learnProcess']['request']>

/**
 * 学习心跳: one beat of a play session (product §4 Study). Answered after its commit; an identical
 * repeat gets its first answer. @throws Refusal, those of the contract
 */
export async function learnProcess(
  deps: Deps,
  student: StudentActor,
  input: Input,
  userAgent = '',
) {
  const beat = incoming(student.studentId, input, userAgent)
  try {
    const problem = beatProblem({ ...beat, seq: input.seq }, Number.POSITIVE_INFINITY)
    if (problem) return refuse(problem)
    if (student.unaccepted) await requireBegun(deps, student, beat)
    const asked = { ...beat, intervals: normal(beat.intervals) }
    const { takenOver, ...answer } = await groupOf(deps).submit(student.studentId, asked)
    await noteEnd(deps, beat, input.filmEnd)
    const movedTo = takenOver ? await readLatestSession(deps.pool, student.studentId) : null
    return { ...answer, movedTo }
  } catch (error) {
    await noteRefusal(deps, beat, error)
    throw await sayingWhere(deps, student, error)
  }
}

/** What plays goes on to its end; nothing new is begun before the texts in force are accepted. @throws Refusal student.agreementRequired */
async function requireBegun({ db }: Deps, student: StudentActor, { key }: Incoming) {
  if (!(await hasSession(db, student.studentId, key.playSessionId))) requireAccepted(student)
}

/** The same of what is read for playing: a page that plays may ask again. @throws Refusal student.agreementRequired */
export async function requireStudying({ db }: Deps, student: StudentActor): Promise<void> {
  if (student.unaccepted && !(await hasOpenSession(db, student.studentId))) requireAccepted(student)
}

/** The film was over elsewhere than the lesson: staff hear of it, and nothing is credited by it (decision 076). */
async function noteEnd({ db }: Deps, { key }: Incoming, filmEnd: number | undefined) {
  if (filmEnd === undefined) return
  const { studentId, playSessionId } = key
  await noteFilmEnd(db, { studentId, playSessionId, endDs: Math.round(filmEnd * 10) })
}

/** The old page is told where its student studies now. */
async function sayingWhere(deps: Deps, student: StudentActor, error: unknown): Promise<unknown> {
  if (!(error instanceof Refusal) || error.key !== 'course.takenOver') return error
  return new Refusal(error.key, {
    movedTo: await readLatestSession(deps.pool, student.studentId),
  })
}

/** Media seconds to tenths. @throws common.invalid when event, seq and presenceId do not fit together */
function incoming(studentId: string, input: Input, userAgent: string): Incoming {
  if ((input.event === 'start') !== (input.seq === 0))
    invalid('seq', '序号 0 应为开始，且只能是开始')
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
    device: input.event === 'start' ? deviceOf(userAgent) : '',
  }
}

function invalid(field: string, problem: string): never {
  return refuse('common.invalid', { problem, fields: { [field]: problem } })
}

/**
 * ms between two batches, and one of them at a time: the fuller they are, the less a beat costs, and no page waits for its answer
 * (decisions 006, 035). Somebody's lock may hold up two of them without holding up the others.
 */
const together = { name: 'study heartbeat', pace: 25, spare: 2 }

const groups = new WeakMap<Deps, GroupCommit<Incoming, Answer>>()

function groupOf(deps: Deps): GroupCommit<Incoming, Answer> {
  let group = groups.get(deps)
  if (!group) {
    const memory = new Memory()
    group = new GroupCommit((beats) => commitBeats(deps, memory, beats), together)
    groups.set(deps, group)
  }
  return group
}

type Settlement = { beat: Incoming; settled: Settled }

/** Beats of different students: judged by memory where that is enough, else by what is read (decision 003). */
async function commitBeats(
  deps: Deps,
  memory: Memory,
  beats: Incoming[],
): Promise<Outcome<Answer>[]> {
  const settings = await deps.settings.all()
  const settlements = beats.map((beat): Partial<Settlement> & { beat: Incoming } => {
    const facts = memory.recall(beat)
    const settled = facts ? settle(beat, facts, undefined, settings) : undefined
    // what would be refused, or is of another day, is looked at with fresh eyes
    return settled && 'write' in settled && !settled.write.dayOver ? { beat, settled } : { beat }
  })
  const strangers = settlements.filter((one) => !one.settled)
  const remembered = writesOf(settlements)
  await settleByReading(deps, memory, strangers, settings)
  const read = writesOf(strangers)
  await markCourses(deps, [...remembered, ...read])
  const leftOut = await Promise.all([
    writeRemembered(deps.pool, remembered),
    writeBeats(deps.pool, read),
  ])
  return settlements.map(({ settled }): Outcome<Answer> => {
    if (!settled) return 'again'
    if ('refusal' in settled) return { error: new Refusal(settled.refusal) }
    if ('answer' in settled) return { result: settled.answer }
    const { studentId } = settled.write.key
    if (leftOut.some((students) => students.has(studentId))) {
      memory.forget(studentId)
      return 'again'
    }
    memory.keep(settled.write)
    return { result: answerOf(settled.write) }
  })
}

function writesOf(settlements: Partial<Settlement>[]): BeatWrite[] {
  return settlements.flatMap(({ settled }) =>
    settled && 'write' in settled ? [settled.write] : [],
  )
}

async function settleByReading(
  deps: Deps,
  memory: Memory,
  settlements: (Partial<Settlement> & { beat: Incoming })[],
  settings: Settings,
): Promise<void> {
  if (settlements.length === 0) return
  const beats = settlements.map((one) => one.beat)
  const facts = await readFacts(
    deps.pool,
    beats.map((beat) => beat.key),
  )
  const stored = await readRepeated(deps, beats, facts)
  settlements.forEach((one, index) => {
    const known = facts[index]
    if (!known) throw new Error('a beat without facts')
    memory.heardTime(known.nowMs)
    one.settled = settle(one.beat, known, stored.get(index), settings)
  })
}

/** The stored beats that came again, by their place in the batch. */
async function readRepeated(
  deps: Deps,
  beats: Incoming[],
  facts: Facts[],
): Promise<Map<number, StoredBeat>> {
  const asked = new Map<string, number>()
  const keys = beats.flatMap((beat, index) => {
    const known = facts[index]
    const key = known && mayRepeat(beat, known)
    if (!key) return []
    asked.set(`${key.sessionNo} ${key.seq}`, index)
    return [key]
  })
  if (keys.length === 0) return new Map()
  const rows = await readStored(deps.pool, keys)
  return new Map(rows.map((row) => [asked.get(`${row.sessionNo} ${row.seq}`) ?? -1, row]))
}

/** The course is done with its last lesson; nobody asks while the lesson at hand is not. */
async function markCourses(deps: Deps, writes: BeatWrite[]): Promise<void> {
  const done = writes.filter((write) => write.progress.done)
  if (done.length === 0) return
  const undone = await readUndone(
    deps.pool,
    done.map((write) => write.key.signCourseId),
  )
  for (const write of done) {
    const left = undone.get(write.key.signCourseId)
    left?.delete(write.key.lessonId)
    write.courseDone = left?.size === 0
  }
}
