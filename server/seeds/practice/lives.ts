import { randomUUID } from 'node:crypto'
import { dayOf } from '@ce/contract/plan-days'
import type { FastifyInstance } from 'fastify'
import { recordPublicHours } from '../../src/modules/certification_grant/service/record.ts'
import { appNow } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { setClock } from '../demo/clock.ts'
import { evaluateCourse, sitExam, studyCourse } from '../demo/learner.ts'
import { signIn } from '../demo/people.ts'
import { drawSheet } from '../demo/pictures.ts'
import type { Wire } from '../demo/wire.ts'
import { coursesOf, signUp } from '../demo/years.ts'
import { type Learner, practiceLearners } from './people.ts'
import type { RunningYear } from './running-year.ts'

const minute = 60_000
/** tenths of an hour */
const asHours = (tenths: number) => tenths / 10

interface World {
  app: FastifyInstance
  deps: Deps
  running: RunningYear
  /** of all learners */
  password: string
}

/**
 * Lives the running year up to the day on which the world begins, through the calls that learners make. The clock only goes forward: first all
 * sign up, then they study, and those who have not paid order last.
 */
export async function liveRunningYear(world: World): Promise<void> {
  const { deps, running } = world
  const { begin, signBy, now, year } = running
  const at = (from: Date, to: Date, share: number) =>
    moveOn(deps, new Date(from.getTime() + share * (to.getTime() - from.getTime())))
  const signed = practiceLearners.filter(({ state }) => !late.has(state))
  const signs = new Map<string, string>()
  for (const [index, learner] of signed.entries()) {
    await at(begin, signBy, (0.3 * index) / signed.length)
    signs.set(learner.phone, await signUp(world.app, await enter(world, learner), year))
  }
  for (const [index, learner] of signed.entries()) {
    await at(begin, now, 0.35 + (0.6 * index) / signed.length)
    await goOn(world, learner, signs.get(learner.phone) ?? '')
  }
  // an order is open for two hours
  await moveOn(deps, new Date(now.getTime() - 20 * minute))
  if (signBy >= now)
    for (const learner of practiceLearners.filter(({ state }) => state === 'UNPAID'))
      await signUp(world.app, await enter(world, learner), year, false)
  await moveOn(deps, now)
}

const late: ReadonlySet<Learner['state']> = new Set(['UNPAID', 'NOT_SIGNED_UP'])

/** Sets the clock to a moment, unless it is past it. */
async function moveOn({ db }: Deps, to: Date): Promise<void> {
  if ((await appNow(db)) < to) await setClock(db, to)
}

const enter = ({ app, password }: World, { phone }: Learner) => signIn(app, phone, password)

/** What somebody does after paying. */
async function goOn(world: World, learner: Learner, signId: string): Promise<void> {
  const wire = await enter(world, learner)
  const courses = await coursesOf(wire, signId)
  const take = (from: number, to: number) => pass(world, learner, signId, courses.slice(from, to))
  const half = Math.ceil(courses.length / 2)
  switch (learner.state) {
    case 'PROVEN':
      await take(0, courses.length)
      return recordRest(world, learner)
    case 'PROFESSIONAL_DONE':
      return take(0, courses.length)
    case 'HALF':
      return take(0, half)
    case 'EXAM_FAILED':
      await take(0, half - 1)
      return sit(world, learner, signId, courses[half - 1]?.id, 'NOTHING')
    case 'EXAM_DOUBTFUL':
      await take(0, half - 1)
      return sit(world, learner, signId, courses[half - 1]?.id, 'RIGHT', 'LOST')
    case 'REDUCTION':
      return askReduction(world, wire)
    case 'REFUND':
      return askRefund(wire)
    default:
  }
}

async function pass(world: World, learner: Learner, signId: string, courses: { id: string }[]) {
  for (const { id } of courses) await sit(world, learner, signId, id, 'RIGHT')
}

/** Studies a course, evaluates it and sits its exam. */
async function sit(
  world: World,
  learner: Learner,
  signId: string,
  id: string | undefined,
  result: 'RIGHT' | 'NOTHING',
  camera: 'STEADY' | 'LOST' = 'STEADY',
): Promise<void> {
  if (!id) return
  const { db } = world.deps
  // a session ends when nobody uses it for two hours
  const wire = await enter(world, learner)
  await studyCourse(wire, db, id)
  await evaluateCourse(wire, id)
  await sitExam(wire, db, { signId, id }, camera, result)
}

/** The public hours that the plan asks for, as from the national platform; what courses have brought of them is not recorded again. */
async function recordRest({ deps, running }: World, { phone, name }: Learner): Promise<void> {
  const { year, requiredPublic } = running
  if (requiredPublic === 0) return
  await recordPublicHours(deps, {
    ...{ account: phone, year, hours: asHours(requiredPublic), actor: 'system' },
    ...{ title: '公需科目（演练）', reference: `YL-${year}-${name}` },
  })
}

async function askReduction({ deps, running }: World, wire: Wire): Promise<void> {
  const { types } = await wire('GET /course_reduce/v1/types')
  const type = types.find(({ hours }) => hours !== null)
  // the association may take none at present
  if (!type) return
  const today = dayOf(await appNow(deps.db))
  const lastDay = `${running.year}-12-31`
  const day = today < lastDay ? today : lastDay
  await wire('POST /course_reduce/v1/submit', {
    id: randomUUID(),
    version: 0,
    year: running.year,
    typeCode: type.code,
    subject: type.subjectScope === 'PUBLIC' ? 'PUBLIC' : 'PROFESSIONAL',
    hours: type.hours,
    startDate: day,
    endDate: day,
    reason: '演练用的申请，材料为示意图',
    attachments: await Promise.all(
      Array.from({ length: type.minFiles }, async (_, index) =>
        wire.upload('EVIDENCE', `演练材料-${index + 1}.png`, await drawSheet(index + 3)),
      ),
    ),
  })
}

async function askRefund(wire: Wire): Promise<void> {
  const { list } = await wire('GET /order/v1/my_order', { status: 'PAID' })
  const order = list[0]
  // a plan that costs nothing has nothing to give back
  if (!order || order.amount === 0) return
  const { orderNo } = order
  await wire('POST /order/v1/request_refund', {
    ...{ id: randomUUID(), orderNo },
    reason: '报错年度（演练）',
  })
}
