import { createHash, randomInt, randomUUID } from 'node:crypto'
import { submitExam } from '../../src/modules/exam/service/hand-in.ts'
import { startExam } from '../../src/modules/exam/service/start.ts'
import { saveAnswers } from '../../src/modules/exam/store/answer-log.ts'
import { updateAttemptHeartbeats } from '../../src/modules/exam/store/heartbeats.ts'
import { learnProcess } from '../../src/modules/learning/study/service.ts'
import { insertMessages } from '../../src/modules/message/store.ts'
import { createOrder } from '../../src/modules/money/order/service/create.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { Refusal } from '../../src/platform/errors.ts'
import { type ExamHall, examHallPlanYear, hallStudentIdOf } from './exam-data.ts'

const batch = 30
const fewAtOnce = 10
/**
 * Maximum number of items in one batch, as in the portal. Tests draw smaller numbers too, because the query plan
 * depends on the number.
 */
const fullBatch = 150
const drawSize = () => 1 + randomInt(fullBatch)
const grace = 3600

export type MixedWork = 'save' | 'heartbeat' | 'beat' | 'session' | 'start' | 'submit' | 'order' | 'message'

/** Percentage of each kind of work. When no student is left for a kind of work, a heartbeat is sent instead. */
const shares: [MixedWork, number][] = [
  ['save', 38],
  ['heartbeat', 20],
  ['beat', 14],
  ['session', 10],
  ['message', 8],
  ['start', 4],
  ['submit', 3],
  ['order', 3],
]

const kinds = shares.map(([kind]) => kind)
const hundred = shares.flatMap(([kind, share]) => Array.from({ length: share }, () => kind))

interface Mix {
  hall: ExamHall
  sitting: Map<number, number>
  nextReady: number
  nextNew: number
  plays: Map<number, { id: string; seq: number }>
}

/** @returns the count of each kind, and failures that are no refusals */
export async function runMixedLoad(
  processes: Deps[],
  hall: ExamHall,
  { runs, workers }: { runs: number; workers: number },
): Promise<{ ran: Record<MixedWork, number>; faults: string[] }> {
  const mix: Mix = {
    hall,
    sitting: new Map(Array.from({ length: hall.running }, (_, index) => [index + 1, 0])),
    nextReady: hall.submitted + 1,
    nextNew: hall.ready + 1,
    plays: new Map(),
  }
  const zero = {
    save: 0,
    heartbeat: 0,
    beat: 0,
    session: 0,
    start: 0,
    submit: 0,
    order: 0,
    message: 0,
  }
  const ran: Record<MixedWork, number> = { ...zero }
  const faults: string[] = []
  let left = runs
  const worker = async (deps: Deps) => {
    while (left > 0) {
      left -= 1
      const kind = drawKind(mix, runs - left - 1)
      ran[kind] += 1
      await runners[kind](deps, mix).catch((error: unknown) => {
        if (!(error instanceof Refusal)) faults.push(`${kind}: ${error}`)
      })
    }
  }
  await Promise.all(processes.flatMap((deps) => Array.from({ length: workers }, () => worker(deps))))
  return { ran, faults }
}

/** Draws each kind of work once, then by percentage. */
function drawKind({ sitting, nextReady, nextNew, hall }: Mix, turn: number): MixedWork {
  const kind = kinds[turn] ?? hundred[randomInt(hundred.length)] ?? 'heartbeat'
  const isOver =
    (kind === 'start' && nextReady + fewAtOnce > hall.ready) ||
    (kind === 'submit' && sitting.size < 3 * batch) ||
    (kind === 'order' && nextNew + fewAtOnce > hall.size)
  return isOver ? 'heartbeat' : kind
}

const actorOf = (no: number) => ({ studentId: hallStudentIdOf('student', no), tokenHash: '' })

function drawSome(from: readonly number[], count: number): number[] {
  const drawn = new Set<number>()
  while (drawn.size < Math.min(count, from.length)) {
    const one = from[randomInt(from.length)]
    if (one !== undefined) drawn.add(one)
  }
  return [...drawn]
}

/** Refusals are expected responses. */
async function allOf(work: Promise<unknown>[]): Promise<void> {
  for (const end of await Promise.allSettled(work))
    if (end.status === 'rejected' && !(end.reason instanceof Refusal)) throw end.reason
}

const runners: Record<MixedWork, (deps: Deps, mix: Mix) => Promise<unknown>> = {
  save: async ({ pool }, { sitting, hall }) => {
    const saves = drawSome([...sitting.keys()], drawSize()).map((no) => {
      const seq = (sitting.get(no) ?? 0) + 1
      const answers = { [hall.questionIds[seq % hall.questionIds.length] ?? '']: ['a'] }
      const contentHash = createHash('sha256').update(`${no} ${seq}`).digest()
      return { no, attemptId: hallStudentIdOf('attempt', no), seq, answers, contentHash, page: randomUUID() }
    })
    const saved = await saveAnswers(pool, saves, grace)
    for (const { no, attemptId, seq } of saves) if (saved.has(attemptId) && sitting.has(no)) sitting.set(no, seq)
  },
  heartbeat: async ({ pool }, { sitting }) => {
    const numbers = drawSome([...sitting.keys()], drawSize())
    const beats = numbers.map((no) => ({ attemptId: hallStudentIdOf('attempt', no), page: randomUUID() }))
    const heard = await updateAttemptHeartbeats(pool, beats, grace)
    for (const no of numbers) {
      const one = heard.get(hallStudentIdOf('attempt', no))
      if (one && sitting.has(no)) sitting.set(no, Math.max(one.savedSeq, sitting.get(no) ?? 0))
    }
  },
  beat: async (deps, { plays, hall }) => {
    const learners = Array.from({ length: 2 * batch }, (_, index) => hall.running + 1 + index)
    await allOf(
      drawSome(learners, batch).map(async (no) => {
        const play = plays.get(no)
        const starts = !play || play.seq > 3
        const { id: playSessionId, seq } = starts ? { id: randomUUID(), seq: 0 } : play
        plays.set(no, { id: playSessionId, seq: seq + 1 })
        const where = { id: hallStudentIdOf('course', no), lessonId: hall.lessonId, playSessionId }
        const event = starts ? ('start' as const) : ('beat' as const)
        await learnProcess(deps, actorOf(no), {
          ...{ ...where, seq, event, position: 0, intervals: [] },
        })
      }),
    )
  },
  session: ({ sessions }, { hall }) =>
    allOf(
      Array.from({ length: batch }, async () => {
        const no = 1 + randomInt(hall.size)
        const hash = createHash('sha256').update(`session${no}`).digest('hex')
        await sessions.requireByHash(hash)
      }),
    ),
  start: async (deps, mix) => {
    const numbers = Array.from({ length: fewAtOnce }, () => mix.nextReady++)
    await allOf(
      numbers.map(async (no) => {
        await startExam(deps, actorOf(no), { signId: hallStudentIdOf('sign', no), id: hallStudentIdOf('course', no) })
        mix.sitting.set(no, 0)
      }),
    )
  },
  submit: (deps, { sitting, hall }) =>
    allOf(
      drawSome([...sitting.keys()], fewAtOnce).map(async (no) => {
        const seq = (sitting.get(no) ?? 0) + 1
        const answers = no % 3 === 0 ? hall.rightAnswers : {}
        const given = { attemptId: hallStudentIdOf('attempt', no), seq, answers, byClock: false }
        await submitExam(deps, actorOf(no), given)
        sitting.delete(no)
      }),
    ),
  order: (deps, mix) =>
    allOf(
      Array.from({ length: fewAtOnce }, async () => {
        const input = {
          year: examHallPlanYear,
          courseIds: [mix.hall.courseId],
          payType: 'FREE' as const,
        }
        await createOrder(deps, actorOf(mix.nextNew++), input)
      }),
    ),
  message: ({ db }, { hall }) => {
    const everybody = Array.from({ length: hall.running }, (_, index) => index + 1)
    const words = { kind: 'ACCOUNT' as const, title: '通知', body: '', link: null }
    const messages = drawSome(everybody, batch).map((no) => ({
      ...{ studentId: hallStudentIdOf('student', no), event: `told ${randomInt(1000)}`, ...words },
    }))
    return inTransaction(db, (tx) => insertMessages(tx, messages))
  },
}
