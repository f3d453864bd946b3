import { randomUUID } from 'node:crypto'
import { shanghaiDayOf } from '@ce/contract/plan-days'
import type { FastifyInstance } from 'fastify'
import { recordPublicHours } from '../../src/modules/credits/certification_grant/service/record.ts'
import { appNow } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { setClock } from '../demo/clock.ts'
import { studyCourse, submitCourseEvaluation, takeDemoExam } from '../demo/learner.ts'
import { signInDemoStudent } from '../demo/people.ts'
import { renderEvidenceSheet } from '../demo/pictures.ts'
import type { DemoClient } from '../demo/wire.ts'
import { listCoursesOfDemoSign, signUpDemoStudent } from '../demo/years.ts'
import { type PracticeLearner, practiceLearners } from './people.ts'
import type { PracticeYear } from './running-year.ts'

const minute = 60_000
/** Converts tenths of an hour to hours. */
const asHours = (tenths: number) => tenths / 10

interface World {
  app: FastifyInstance
  deps: Deps
  running: PracticeYear
  password: string
}

/** The clock only moves forward, so the learners' lives are interleaved. */
export async function simulateRunningYear(world: World): Promise<void> {
  const { deps, running } = world
  const { begin, signBy, now, year } = running
  const at = (from: Date, to: Date, share: number) =>
    moveOn(deps, new Date(from.getTime() + share * (to.getTime() - from.getTime())))
  const signed = practiceLearners.filter(({ state }) => !late.has(state))
  const signs = new Map<string, string>()
  for (const [index, learner] of signed.entries()) {
    await at(begin, signBy, (0.3 * index) / signed.length)
    signs.set(learner.phone, await signUpDemoStudent(world.app, await enter(world, learner), year))
  }
  for (const [index, learner] of signed.entries()) {
    await at(begin, now, 0.35 + (0.6 * index) / signed.length)
    await goOn(world, learner, signs.get(learner.phone) ?? '')
  }
  // Unpaid orders expire after two hours, so they are created last.
  await moveOn(deps, new Date(now.getTime() - 20 * minute))
  if (signBy >= now)
    for (const learner of practiceLearners.filter(({ state }) => state === 'UNPAID'))
      await signUpDemoStudent(world.app, await enter(world, learner), year, false)
  await moveOn(deps, now)
}

const late: ReadonlySet<PracticeLearner['state']> = new Set(['UNPAID', 'NOT_SIGNED_UP'])

async function moveOn({ db }: Deps, to: Date): Promise<void> {
  if ((await appNow(db)) < to) await setClock(db, to)
}

const enter = ({ app, password }: World, { phone }: PracticeLearner) => signInDemoStudent(app, phone, password)

async function goOn(world: World, learner: PracticeLearner, signId: string): Promise<void> {
  const wire = await enter(world, learner)
  const courses = await listCoursesOfDemoSign(wire, signId)
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

async function pass(world: World, learner: PracticeLearner, signId: string, courses: { id: string }[]) {
  for (const { id } of courses) await sit(world, learner, signId, id, 'RIGHT')
}

async function sit(
  world: World,
  learner: PracticeLearner,
  signId: string,
  id: string | undefined,
  result: 'RIGHT' | 'NOTHING',
  camera: 'STEADY' | 'LOST' = 'STEADY',
): Promise<void> {
  if (!id) return
  const { db } = world.deps
  // The learner's earlier session has expired, so a new one is needed.
  const wire = await enter(world, learner)
  await studyCourse(wire, db, id)
  await submitCourseEvaluation(wire, id)
  await takeDemoExam(wire, db, { signId, id }, camera, result)
}

/** Hours from courses are not recorded again as public hours. */
async function recordRest({ deps, running }: World, { phone, name }: PracticeLearner): Promise<void> {
  const { year, requiredPublic } = running
  if (requiredPublic === 0) return
  await recordPublicHours(deps, {
    ...{ account: phone, year, hours: asHours(requiredPublic), actor: 'system' },
    ...{ title: '公需科目（演练）', reference: `YL-${year}-${name}` },
  })
}

async function askReduction({ deps, running }: World, wire: DemoClient): Promise<void> {
  const { types } = await wire('GET /course_reduce/v1/types')
  const type = types.find(({ hours }) => hours !== null)
  if (!type) return
  const today = shanghaiDayOf(await appNow(deps.db))
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
        wire.upload('EVIDENCE', `演练材料-${index + 1}.png`, await renderEvidenceSheet(index + 3)),
      ),
    ),
  })
}

async function askRefund(wire: DemoClient): Promise<void> {
  const { list } = await wire('GET /order/v1/my_order', { status: 'PAID' })
  const order = list[0]
  // An order of a free plan has no money to refund.
  if (!order || order.amount === 0) return
  const { orderNo } = order
  await wire('POST /order/v1/request_refund', {
    ...{ id: randomUUID(), orderNo },
    reason: '报错年度（演练）',
  })
}
