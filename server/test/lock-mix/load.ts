import { createHash, randomInt, randomUUID } from 'node:crypto'
import { startExam } from '../../src/modules/exam/service/start.ts'
import { submitExam } from '../../src/modules/exam/service/submit.ts'
import { saveAnswers } from '../../src/modules/exam/store/answer-log.ts'
import { hear } from '../../src/modules/exam/store/heartbeats.ts'
import { insertMessages } from '../../src/modules/message/store.ts'
import { createOrder } from '../../src/modules/order/service/create.ts'
import { learnProcess } from '../../src/modules/study/service.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { Refusal } from '../../src/platform/errors.ts'
import { type Hall, idOf, yearOfOrders } from './hall.ts'

/** so many at once: as a pool of a busy process sends them */
const batch = 30
const fewAtOnce = 10
/** of saves and heartbeats: the plan depends on how many there are, and a full hall sends as many as this */
const fullBatch = 150
const drawSize = () => 1 + randomInt(fullBatch)
const grace = 3600

/** What is done at once by how many workers of how many processes, and how often each came. */
export type Kind =
  | 'save'
  | 'heartbeat'
  | 'beat'
  | 'session'
  | 'start'
  | 'submit'
  | 'order'
  | 'message'

/** Of a hundred runs; what no one is left for is a heartbeat. */
const shares: [Kind, number][] = [
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
  hall: Hall
  /** numbers of those who sit, and what each has saved as far as is known */
  sitting: Map<number, number>
  /** the next who may begin, and who has not signed up */
  nextReady: number
  nextNew: number
  /** by number of the learner: the session that is open and the next beat of it */
  plays: Map<number, { id: string; seq: number }>
}

/** Runs the mixed load. @returns how often each kind ran, and what failed that no rule refuses */
export async function runMix(
  processes: Deps[],
  hall: Hall,
  { runs, workers }: { runs: number; workers: number },
): Promise<{ ran: Record<Kind, number>; faults: string[] }> {
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
  const ran: Record<Kind, number> = { ...zero }
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
  await Promise.all(
    processes.flatMap((deps) => Array.from({ length: workers }, () => worker(deps))),
  )
  return { ran, faults }
}

/** Each kind once, then by their shares. */
function drawKind({ sitting, nextReady, nextNew, hall }: Mix, turn: number): Kind {
  const kind = kinds[turn] ?? hundred[randomInt(hundred.length)] ?? 'heartbeat'
  const isOver =
    (kind === 'start' && nextReady + fewAtOnce > hall.ready) ||
    (kind === 'submit' && sitting.size < 3 * batch) ||
    (kind === 'order' && nextNew + fewAtOnce > hall.size)
  return isOver ? 'heartbeat' : kind
}

const actorOf = (no: number) => ({ studentId: idOf('student', no), tokenHash: '' })

/** Some of them, in no order. */
function drawSome(from: readonly number[], count: number): number[] {
  const drawn = new Set<number>()
  while (drawn.size < Math.min(count, from.length)) {
    const one = from[randomInt(from.length)]
    if (one !== undefined) drawn.add(one)
  }
  return [...drawn]
}

/** Refusals are answers. */
async function allOf(work: Promise<unknown>[]): Promise<void> {
  for (const end of await Promise.allSettled(work))
    if (end.status === 'rejected' && !(end.reason instanceof Refusal)) throw end.reason
}

const runners: Record<Kind, (deps: Deps, mix: Mix) => Promise<unknown>> = {
  save: async ({ pool }, { sitting, hall }) => {
    const saves = drawSome([...sitting.keys()], drawSize()).map((no) => {
      const seq = (sitting.get(no) ?? 0) + 1
      const answers = { [hall.questionIds[seq % hall.questionIds.length] ?? '']: ['a'] }
      const contentHash = createHash('sha256').update(`${no} ${seq}`).digest()
      return { no, attemptId: idOf('attempt', no), seq, answers, contentHash, page: randomUUID() }
    })
    const saved = await saveAnswers(pool, saves, grace)
    for (const { no, attemptId, seq } of saves)
      if (saved.has(attemptId) && sitting.has(no)) sitting.set(no, seq)
  },
  heartbeat: async ({ pool }, { sitting }) => {
    const numbers = drawSome([...sitting.keys()], drawSize())
    const beats = numbers.map((no) => ({ attemptId: idOf('attempt', no), page: randomUUID() }))
    const heard = await hear(pool, beats, grace)
    for (const no of numbers) {
      const one = heard.get(idOf('attempt', no))
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
        const where = { id: idOf('course', no), lessonId: hall.lessonId, playSessionId }
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
        await startExam(deps, actorOf(no), { signId: idOf('sign', no), id: idOf('course', no) })
        mix.sitting.set(no, 0)
      }),
    )
  },
  submit: (deps, { sitting, hall }) =>
    allOf(
      drawSome([...sitting.keys()], fewAtOnce).map(async (no) => {
        const seq = (sitting.get(no) ?? 0) + 1
        const answers = no % 3 === 0 ? hall.rightAnswers : {}
        const given = { attemptId: idOf('attempt', no), seq, answers, byClock: false }
        await submitExam(deps, actorOf(no), given)
        sitting.delete(no)
      }),
    ),
  order: (deps, mix) =>
    allOf(
      Array.from({ length: fewAtOnce }, async () => {
        const input = {
          year: yearOfOrders,
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
      ...{ studentId: idOf('student', no), event: `told ${randomInt(1000)}`, ...words },
    }))
    return inTransaction(db, (tx) => insertMessages(tx, messages))
  },
}
