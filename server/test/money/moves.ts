import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { createOrderForMembers } from '../../src/modules/employers/invitation/service/order.ts'
import { changeEmployerOrderChannel } from '../../src/modules/money/order/service/change-channel.ts'
import { createOrder } from '../../src/modules/money/order/service/create.ts'
import { decideRefund } from '../../src/modules/money/order/service/decide-refund.ts'
import { cancelEmployerOrder, queryEmployerOrder } from '../../src/modules/money/order/service/employer-order.ts'
import { openOrderPayment, openPayment } from '../../src/modules/money/order/service/open-payment.ts'
import { cancelOrder, expireDueOrders, queryOwnOrder } from '../../src/modules/money/order/service/query.ts'
import { retryRefunds } from '../../src/modules/money/order/service/refund.ts'
import { insertRefundRequestOnce, requestRefund } from '../../src/modules/money/order/service/request-refund.ts'
import { findOrder } from '../../src/modules/money/order/store/orders.ts'
import type { StudentActor } from '../../src/platform/auth/sessions.ts'
import { appNow } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import type { EmployerCaller } from '../../src/platform/employer-calls.ts'
import { Refusal } from '../../src/platform/errors.ts'
import type { StaffAtWork } from '../../src/platform/staff-calls.ts'
import { makePlan, type TestPlan } from '../factories/catalogue.ts'
import { acceptTestInvitation, inviteStudents, makeEmployer } from '../factories/employer.ts'
import { chosenCourseIds } from '../factories/order.ts'
import { makeStudent, type TestStudent } from '../factories/student.ts'
import {
  controlChannel,
  passTimeEverywhere,
  readChannelBook,
  syncChannelClock,
  type TestChannelNotification,
} from '../factories/wechat.ts'
import { deps } from '../world.ts'
import { moneyCaseEvents, moneyCaseSteps } from './case-moves.ts'
import { channelFaultEvents } from './channel-faults.ts'
import { deliverChannelNotification, isPayableAtChannel, listPossibleChannelOrders } from './channel-orders.ts'
import { createCrashingDeps, SimulatedCrash } from './kill-process.ts'
import type { MoneyStory, StoryStep } from './story.ts'

const price = 12_000
/** The plan must be open longer than all stories last. */
const farAway = new Date('2190-01-01T00:00:00Z')
let made: Promise<TestPlan> | null = null

function thePlan(): Promise<TestPlan> {
  made ??= makePlan({ priceFen: price, signEndAt: farAway, studyEndAt: farAway })
  return made
}

const staff: StaffAtWork = {
  staffId: '',
  username: 'system',
  name: '财务',
  permissions: new Set(),
  tokenHash: '',
  ip: '127.0.0.1',
}

const one = <Item>(list: Item[], pick: number): Item | undefined => list[pick % list.length]

/** Creates an order. Different picks choose different courses; another pay type also gives another order. */
async function place(
  world: Deps,
  { actor, orders }: MoneyStory,
  pick: number,
  payType: 'WECHAT' | 'ALIPAY',
): Promise<void> {
  const { year } = await thePlan()
  const courseIds = chosenCourseIds(await thePlan(), pick % 2 ? [0, 1] : [0, 1, 2])
  const { orderNo } = await createOrder(world, actor, { year, courseIds, payType })
  if (!orders.includes(orderNo)) orders.push(orderNo)
}

export const storySteps = {
  order: async (world, story, pick) => place(world, story, pick, 'WECHAT'),
  orderAlipay: async (world, story, pick) => place(world, story, pick, 'ALIPAY'),
  switch: async (world, { actor, orders }, pick) => {
    const orderNo = one(orders, pick)
    const kind = pick % 3 ? 'H5' : 'NATIVE'
    if (orderNo) await openPayment(world, actor, { orderNo, kind }, '127.0.0.1')
  },
  inWechat: async (world, { actor, orders }, pick) => {
    const order = await findOrder(world.db, one(orders, pick) ?? '')
    const way = { kind: 'JSAPI', payer: `oSimulated_payer_${pick % 2}` } as const
    if (order?.payType === 'WECHAT') await openOrderPayment(world, actor, order, way)
  },
  query: async (world, { actor, orders }, pick) => {
    const orderNo = one(orders, pick)
    if (orderNo) await queryOwnOrder(world, actor, { orderNo, paid: '1' })
  },
  team: async (world, { employer, invitations, orders, teamOrders }, pick) => {
    const ids = pick % 3 ? invitations : invitations.slice(0, 1)
    const payType = pick % 2 ? ('ALIPAY' as const) : ('WECHAT' as const)
    const wish = { ids, payType, vouchedFor: [] }
    const { orderNo } = await createOrderForMembers(world, employer, wish)
    for (const list of [orders, teamOrders]) if (!list.includes(orderNo)) list.push(orderNo)
  },
  teamQuery: async (world, { employer, teamOrders }, pick) => {
    const orderNo = one(teamOrders, pick)
    if (orderNo) await queryEmployerOrder(world, employer, { orderNo, paid: '1' })
  },
  teamCancel: async (world, { employer, teamOrders }, pick) => {
    const orderNo = one(teamOrders, pick)
    if (orderNo) await cancelEmployerOrder(world, employer, { orderNo })
  },
  teamSwitch: async (world, { employer, orders, teamOrders }, pick) => {
    const was = one(teamOrders, pick)
    if (!was) return
    const payType = pick % 2 ? ('WECHAT' as const) : ('ALIPAY' as const)
    const { orderNo } = await changeEmployerOrderChannel(world, employer, { orderNo: was, payType })
    for (const list of [orders, teamOrders]) if (!list.includes(orderNo)) list.push(orderNo)
  },
  teamAsk: async (world, { teamOrders, requests }, pick) => {
    const orderNo = one(teamOrders, pick)
    if (!orderNo) return
    const order = await findOrder(world.db, orderNo)
    const { signId } = one(order?.lines ?? [], pick) ?? {}
    const id = randomUUID()
    requests.push(id)
    const wish = { id, orderNo, signId: signId ?? '', reason: '离职', askedBy: null }
    if (signId) await insertRefundRequestOnce(world, { ...wish, actor: 'test' })
  },
  cancel: async (world, { actor, orders }, pick) => {
    const orderNo = one(orders, pick)
    if (orderNo) await cancelOrder(world, actor, { orderNo })
  },
  ask: async (world, { actor, orders, requests }, pick) => {
    const orderNo = one(orders, pick)
    const id = randomUUID()
    if (orderNo) await requestRefund(world, actor, { id, orderNo, reason: '不学了' })
    requests.push(id)
  },
  decide: async (world, { requests }, pick) => {
    const id = one(requests, pick)
    const decision = pick % 3 ? 'APPROVED' : 'REFUSED'
    if (id) await decideRefund(world, staff, { id, decision, reason: '核对过' })
  },
  expire: async (world) => expireDueOrders(world),
  refund: async (world) => retryRefunds(world),
  notify: async (world, { messages }, pick) => {
    const message = one(messages, pick)
    if (message) await deliverChannelNotification(world, message)
  },
  ...moneyCaseSteps,
} satisfies Record<string, StoryStep>

/** Events that happen outside the portal's process, so the process does not crash during them. */
export const storyEvents = {
  pay: async (story, pick) => payAt(story, pick, false),
  payClosed: async (story, pick) => payAt(story, pick, true),
  sendRefunds: async ({ orders, messages }) => {
    const { refunds } = await readChannelBook(...listPossibleChannelOrders(...orders))
    for (const { refundNo } of refunds)
      messages.push(await controlChannel<TestChannelNotification>('refundMessage', { refundNo }))
  },
  /** Somebody scans an Alipay QR code without paying, which creates a trade. */
  scan: async ({ orders }, pick) => {
    const orderNo = one(orders, pick)
    if (!orderNo) return
    for (const { codeUrl } of (await readChannelBook(...listPossibleChannelOrders(orderNo))).trades)
      await controlChannel('scan', { codeUrl })
  },
  planCloses: async () => setSignEnd(sql`app_now() - interval '1 second'`),
  planOpens: async () => setSignEnd(sql`study_end_at`),
  wait: async (_story, pick) => passTimeEverywhere([1, 20, 200, 8000][pick % 4] ?? 1),
  refunds: async (_story, pick) =>
    controlChannel('refundOutcome', {
      outcome: ['SUCCESS', 'PROCESSING', 'ABNORMAL', 'CLOSED', 'NOT_ENOUGH'][pick % 5],
    }),
  fault: async (_story, pick) => {
    const kind = ['ERROR', 'LOST', 'UNSIGNED', 'DENIED'][pick % 4]
    const call = ['create', 'query', 'close', 'refund', 'queryRefund', 'createH5', 'createJsapi'][pick % 7]
    return controlChannel('faults', [{ call, kind, times: 1 }])
  },
  ...moneyCaseEvents,
  ...channelFaultEvents,
} satisfies Record<string, (story: MoneyStory, pick: number) => Promise<unknown>>

async function setSignEnd(at: RawBuilder<Date>): Promise<void> {
  const { db } = await deps()
  await db
    .updateTable('plan')
    .set({ signEndAt: at })
    .where('id', '=', (await thePlan()).id)
    .execute()
}

async function payAt({ orders, messages }: MoneyStory, pick: number, force: boolean): Promise<void> {
  const orderNo = one(orders, pick)
  if (!orderNo) return
  const { trades } = await readChannelBook(...listPossibleChannelOrders(orderNo))
  const open = trades.filter(isPayableAtChannel)
  const trade = one(force || open.length === 0 ? trades : open, pick)
  if (!trade) return
  const { outTradeNo } = trade
  await controlChannel('pay', { outTradeNo, force })
  messages.push(await controlChannel<TestChannelNotification>('message', { outTradeNo }))
}

export type StoryMove =
  | { kind: 'step'; name: keyof typeof storySteps; pick: number; dies: number; twice: boolean }
  | { kind: 'event'; name: keyof typeof storyEvents; pick: number }

export async function startStory(): Promise<MoneyStory> {
  await controlChannel('faults', [])
  await controlChannel('refundOutcome', { outcome: 'SUCCESS' })
  await storyEvents.planOpens()
  await syncChannelClock()
  const since = await appNow((await deps()).db)
  const [student, colleague] = [await makeStudent(), await makeStudent()]
  const actor: StudentActor = { tokenHash: '', studentId: student.id }
  const { employer, invitations } = await employ([student, colleague])
  const people = { student, colleague, actor, employer, invitations }
  return {
    since,
    ...people,
    orders: [],
    teamOrders: [],
    requests: [],
    messages: [],
    broken: [],
    strangers: [],
  }
}

async function employ(students: TestStudent[]) {
  const [made, plan] = [await makeEmployer(), await thePlan()]
  const invitations = await inviteStudents(made, plan, students)
  for (const [at, student] of students.entries()) await acceptTestInvitation(student, invitations[at] ?? '', plan)
  const { id: organisationId, name, creditCode } = made
  const session = { mustChangePassword: false, tokenHash: '', ip: '127.0.0.1' }
  const employer: EmployerCaller = { ...session, organisationId, name, creditCode }
  return { employer, invitations }
}

/** A refusal is an expected response. @returns whether the process crashed */
export async function runStoryMove(
  all: Deps,
  told: MoneyStory,
  move: Extract<StoryMove, { kind: 'step' }>,
): Promise<boolean> {
  const again = move.twice ? 2 : 1
  const deaths = await Promise.all(
    Array.from({ length: again }, async () => {
      const { deps: world, steps: taken } = createCrashingDeps(all, move.dies)
      await storySteps[move.name](world, told, move.pick).catch((error) => {
        if (!(error instanceof SimulatedCrash) && !(error instanceof Refusal)) throw error
      })
      return move.dies > 0 && taken() >= move.dies
    }),
  )
  return deaths.includes(true)
}
