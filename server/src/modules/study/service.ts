import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import type { StudentActor } from '../../platform/auth/sessions.ts'
import { GroupCommit, type Outcome } from '../../platform/db/group-commit.ts'
import type { Deps } from '../../platform/deps.ts'
import { Refusal, refuse } from '../../platform/errors.ts'
import { beatProblem } from './judge.ts'
import { normal } from './ranges.ts'
import { type Answer, answerOf, type Incoming, mayRepeat, type Settled, settle } from './settle.ts'
import {
  type BeatWrite,
  readStored,
  readUndone,
  type StoredBeat,
  writeBeats,
} from './store/beats.ts'
import { type Facts, readFacts } from './store/facts.ts'

export {
  courseStudied,
  type LessonProgress,
  listProgress,
  listStudied,
  studySecondsByDay,
} from './store/progress.ts'

type Input = z.output<(typeof clientCalls)['course']['learnProcess']['request']>

/**
 * 学习心跳: one beat of a play session (product §4 Study). Answered after its commit; an identical
 * repeat gets its first answer. @throws Refusal, those of the contract
 */
export async function learnProcess(
  deps: Deps,
  student: StudentActor,
  input: Input,
): Promise<Answer> {
  const beat = incoming(student.studentId, input)
  const problem = beatProblem({ ...beat, seq: input.seq }, Number.POSITIVE_INFINITY)
  if (problem) return refuse(problem)
  return groupOf(deps).submit(student.studentId, { ...beat, intervals: normal(beat.intervals) })
}

/** Media seconds to tenths. @throws common.invalid when event, seq and presenceId do not fit together */
function incoming(studentId: string, input: Input): Incoming {
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
  }
}

function invalid(field: string, problem: string): never {
  return refuse('common.invalid', { problem, fields: { [field]: problem } })
}

/** one writes while the other waits for the disk */
const lanes = 2

const groups = new WeakMap<Deps, GroupCommit<Incoming, Answer>>()

function groupOf(deps: Deps): GroupCommit<Incoming, Answer> {
  let group = groups.get(deps)
  if (!group) {
    group = new GroupCommit((beats) => commitBeats(deps, beats), lanes)
    groups.set(deps, group)
  }
  return group
}

/** Beats of different students: one statement reads, the judge judges, one statement writes (decision 003). */
async function commitBeats(deps: Deps, beats: Incoming[]): Promise<Outcome<Answer>[]> {
  const settings = await deps.settings.all()
  const facts = await readFacts(
    deps.pool,
    beats.map((beat) => beat.key),
  )
  const stored = await readRepeated(deps, beats, facts)
  const settled = beats.map((beat, index): Settled => {
    const known = facts[index]
    if (!known) throw new Error('a beat without facts')
    return settle(beat, known, stored.get(index), settings)
  })
  const writes = settled.flatMap((one) => ('write' in one ? [one.write] : []))
  await markCourses(deps, writes)
  const written = writes.length > 0 ? await writeBeats(deps.pool, writes) : new Set<string>()
  return settled.map((one): Outcome<Answer> => {
    if ('refusal' in one) return { error: new Refusal(one.refusal) }
    if ('answer' in one) return { result: one.answer }
    return written.has(one.write.key.studentId) ? { result: answerOf(one.write) } : 'again'
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
