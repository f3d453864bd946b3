import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { createOrder as createTeamOrder } from '../../src/modules/invitation/service/order.ts'
import { cancelOrder } from '../../src/modules/order/service/cancel.ts'
import { changeEmployersChannel } from '../../src/modules/order/service/change-channel.ts'
import { createOrder } from '../../src/modules/order/service/create.ts'
import { decideRefund } from '../../src/modules/order/service/decide-refund.ts'
import {
  cancelEmployerOrder,
  queryEmployerOrder,
} from '../../src/modules/order/service/employer-order.ts'
import { expireDue } from '../../src/modules/order/service/expire.ts'
import { openAs, openPayment } from '../../src/modules/order/service/open-payment.ts'
import { queryStatus } from '../../src/modules/order/service/query.ts'
import { retryRefunds } from '../../src/modules/order/service/refund.ts'
import {
  enterRefundRequest,
  requestRefund,
} from '../../src/modules/order/service/request-refund.ts'
import { findOrder } from '../../src/modules/order/store/orders.ts'
import type { StudentActor } from '../../src/platform/auth/sessions.ts'
import { appNow } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import type { EmployerAtWork } from '../../src/platform/employer-calls.ts'
import { Refusal } from '../../src/platform/errors.ts'
import type { StaffAtWork } from '../../src/platform/staff-calls.ts'
import { makePlan, type TestPlan } from '../factories/catalogue.ts'
import { agree, invite, makeEmployer } from '../factories/employer.ts'
import { choiceOf } from '../factories/order.ts'
import { makeStudent, type TestStudent } from '../factories/student.ts'
import {
  channelBook,
  control,
  type Message,
  passTimeEverywhere,
  syncClock,
} from '../factories/wechat.ts'
import { deps } from '../world.ts'
import { caseEvents, caseSteps } from './case-moves.ts'
import { faultEvents } from './channel-faults.ts'
import { bring, channelOrdersOf, isPayable } from './channel-orders.ts'
import { dyingAt, Killed } from './dying.ts'
import type { Step, Story } from './story.ts'

const price = 12_000
/** stories take their time: the year outlasts them all */
const farAway = new Date('2190-01-01T00:00:00Z')
let made: Promise<TestPlan> | null = null

/** The year all stories are about. */
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

/** Picks differ in the courses; another pay type is another order, too. */
async function place(
  world: Deps,
  { actor, orders }: Story,
  pick: number,
  payType: 'WECHAT' | 'ALIPAY',
): Promise<void> {
  const { year } = await thePlan()
  const courseIds = choiceOf(await thePlan(), pick % 2 ? [0, 1] : [0, 1, 2])
  const { orderNo } = await createOrder(world, actor, { year, courseIds, payType })
  if (!orders.includes(orderNo)) orders.push(orderNo)
}

export const steps = {
  order: async (world, story, pick) => place(world, story, pick, 'WECHAT'),
  /** by a QR that nobody has scanned */
  orderAlipay: async (world, story, pick) => place(world, story, pick, 'ALIPAY'),
  /** to the browser, to the QR, or an address anew */
  switch: async (world, { actor, orders }, pick) => {
    const orderNo = one(orders, pick)
    const kind = pick % 3 ? 'H5' : 'NATIVE'
    if (orderNo) await openPayment(world, actor, { orderNo, kind }, '127.0.0.1')
  },
  /** inside WeChat, by one of two people */
  inWechat: async (world, { actor, orders }, pick) => {
    const order = await findOrder(world.db, one(orders, pick) ?? '')
    const way = { kind: 'JSAPI', payer: `oSimulated_payer_${pick % 2}` } as const
    if (order?.payType === 'WECHAT') await openAs(world, actor, order, way)
  },
  query: async (world, { actor, orders }, pick) => {
    const orderNo = one(orders, pick)
    if (orderNo) await queryStatus(world, actor, { orderNo, paid: '1' })
  },
  team: async (world, { employer, invitations, orders, teamOrders }, pick) => {
    const ids = pick % 3 ? invitations : invitations.slice(0, 1)
    const payType = pick % 2 ? ('ALIPAY' as const) : ('WECHAT' as const)
    const wish = { ids, payType, vouchedFor: [] }
    const { orderNo } = await createTeamOrder(world, employer, wish)
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
    const { orderNo } = await changeEmployersChannel(world, employer, { orderNo: was, payType })
    for (const list of [orders, teamOrders]) if (!list.includes(orderNo)) list.push(orderNo)
  },
  /** of either line */
  teamAsk: async (world, { teamOrders, requests }, pick) => {
    const orderNo = one(teamOrders, pick)
    if (!orderNo) return
    const order = await findOrder(world.db, orderNo)
    const { signId } = one(order?.lines ?? [], pick) ?? {}
    const id = randomUUID()
    requests.push(id)
    const wish = { id, orderNo, signId: signId ?? '', reason: '离职', askedBy: null }
    if (signId) await enterRefundRequest(world, { ...wish, actor: 'test' })
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
  expire: async (world) => expireDue(world),
  refund: async (world) => retryRefunds(world),
  notify: async (world, { messages }, pick) => {
    const message = one(messages, pick)
    if (message) await bring(world, message)
  },
  ...caseSteps,
} satisfies Record<string, Step>

/** What the world does, to which nothing of ours can die. */
export const events = {
  pay: async (story, pick) => payAt(story, pick, false),
  /** the channel takes money for what it had closed */
  payClosed: async (story, pick) => payAt(story, pick, true),
  sendRefunds: async ({ orders, messages }) => {
    const { refunds } = await channelBook(...channelOrdersOf(...orders))
    for (const { refundNo } of refunds)
      messages.push(await control<Message>('refundMessage', { refundNo }))
  },
  /** somebody reads a QR of Alipay's and does not pay yet: now there is a trade */
  scan: async ({ orders }, pick) => {
    const orderNo = one(orders, pick)
    if (!orderNo) return
    for (const { codeUrl } of (await channelBook(...channelOrdersOf(orderNo))).trades)
      await control('scan', { codeUrl })
  },
  planCloses: async () => setSignEnd(sql`app_now() - interval '1 second'`),
  planOpens: async () => setSignEnd(sql`study_end_at`),
  wait: async (_story, pick) => passTimeEverywhere([1, 20, 200, 8000][pick % 4] ?? 1),
  refunds: async (_story, pick) =>
    control('refundOutcome', {
      outcome: ['SUCCESS', 'PROCESSING', 'ABNORMAL', 'CLOSED', 'NOT_ENOUGH'][pick % 5],
    }),
  fault: async (_story, pick) => {
    const kind = ['ERROR', 'LOST', 'UNSIGNED', 'DENIED'][pick % 4]
    const call = ['create', 'query', 'close', 'refund', 'queryRefund', 'createH5', 'createJsapi'][
      pick % 7
    ]
    return control('faults', [{ call, kind, times: 1 }])
  },
  ...caseEvents,
  ...faultEvents,
} satisfies Record<string, (story: Story, pick: number) => Promise<unknown>>

async function setSignEnd(at: RawBuilder<Date>): Promise<void> {
  const { db } = await deps()
  await db
    .updateTable('plan')
    .set({ signEndAt: at })
    .where('id', '=', (await thePlan()).id)
    .execute()
}

async function payAt({ orders, messages }: Story, pick: number, force: boolean): Promise<void> {
  const orderNo = one(orders, pick)
  if (!orderNo) return
  const { trades } = await channelBook(...channelOrdersOf(orderNo))
  const open = trades.filter(isPayable)
  const trade = one(force || open.length === 0 ? trades : open, pick)
  if (!trade) return
  const { outTradeNo } = trade
  await control('pay', { outTradeNo, force })
  messages.push(await control<Message>('message', { outTradeNo }))
}

export type Move =
  | { kind: 'step'; name: keyof typeof steps; pick: number; dies: number; twice: boolean }
  | { kind: 'event'; name: keyof typeof events; pick: number }

export async function begin(): Promise<Story> {
  await control('faults', [])
  await control('refundOutcome', { outcome: 'SUCCESS' })
  await events.planOpens()
  await syncClock()
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

/** An employer that both agreed to. */
async function employ(students: TestStudent[]) {
  const [made, plan] = [await makeEmployer(), await thePlan()]
  const invitations = await invite(made, plan, students)
  for (const [at, student] of students.entries()) await agree(student, invitations[at] ?? '', plan)
  const { id: organisationId, name, creditCode } = made
  const session = { mustChangePassword: false, tokenHash: '', ip: '127.0.0.1' }
  const employer: EmployerAtWork = { ...session, organisationId, name, creditCode }
  return { employer, invitations }
}

/** A step of our own process; refusals are answers, and a death ends it at once. @returns whether it died */
export async function run(
  all: Deps,
  told: Story,
  move: Extract<Move, { kind: 'step' }>,
): Promise<boolean> {
  const again = move.twice ? 2 : 1
  const deaths = await Promise.all(
    Array.from({ length: again }, async () => {
      const { deps: world, steps: taken } = dyingAt(all, move.dies)
      await steps[move.name](world, told, move.pick).catch((error) => {
        if (!(error instanceof Killed) && !(error instanceof Refusal)) throw error
      })
      return move.dies > 0 && taken() >= move.dies
    }),
  )
  return deaths.includes(true)
}
