import { measureSteps, printSamples } from './harness/measure.ts'
import { type BenchStudent, makeStudents } from './harness/people.ts'
import type { Step } from './harness/play.ts'
import { type BenchPortal, startPortal } from './harness/portal.ts'
import { type BenchChannel, startChannel } from './harness/simulator.ts'

const connections = 50
const students = 600

/**
 * The way of an order as fast as it goes: create (the channel is asked for the QR, both sides sign), query_status that
 * asks the channel, polls that do not, and the signed notification that pays it. Durable (fsync on), each call against bare
 * node:http in the same run. The channel is a process of its own, on the same machine: its work takes time from ours.
 */
export async function orders(): Promise<void> {
  const channel = await startChannel()
  const portal = await startPortal({ env: channel.env })
  try {
    const people = await makeStudents(portal.deps, students, {}, false)
    const create = await measureSteps(portal, connections, await createSteps(portal, people))
    const placed = await readOrders(portal, people)
    const asking = await measureSteps(portal, connections, placed.map(queryStep))
    // asked a moment ago, as most polls find it
    await portal.deps.pool.query("update payment set queried_at = app_now() + interval '1 hour'")
    const polling = await measureSteps(portal, connections, placed.map(queryStep))
    const told = await notifySteps(channel, placed)
    const notify = await measureSteps(portal, connections, told)
    await requireAllPaid(portal)
    printSamples(`orders, fsync on, ${connections} connections, ${students} students`, {
      create_order: [create],
      'query, asking': [asking],
      'query, polling': [polling],
      notify: [notify],
    })
  } finally {
    await portal.close()
    await channel.close()
  }
}

interface Placed {
  orderNo: string
  token: string
}

async function createSteps({ deps }: BenchPortal, people: BenchStudent[]): Promise<Step[]> {
  const { id } = await deps.db.selectFrom('course').select('id').executeTakeFirstOrThrow()
  const body = JSON.stringify({ year: 2150, courseIds: [id], payType: 'WECHAT' })
  return people.map(({ token }) => ({
    method: 'POST',
    path: '/order/v1/create_order',
    token,
    body,
  }))
}

async function readOrders({ deps }: BenchPortal, people: BenchStudent[]): Promise<Placed[]> {
  const rows = await deps.db.selectFrom('orders').select(['orderNo', 'studentId']).execute()
  return rows.map(({ orderNo, studentId }) => {
    const student = people.find(({ id }) => id === studentId)
    if (!student) throw new Error('an order of nobody')
    return { orderNo, token: student.token }
  })
}

function queryStep({ orderNo, token }: Placed): Step {
  return { method: 'GET', path: `/order/v1/query_status?orderNo=${orderNo}`, token }
}

/** Everybody pays; what the channel sends is made beforehand. */
async function notifySteps(channel: BenchChannel, placed: Placed[]): Promise<Step[]> {
  const steps: Step[] = []
  for (const { orderNo } of placed) {
    const outTradeNo = `${orderNo}P1`
    await channel.control('pay', { outTradeNo })
    const { headers, body } = await channel.control<{
      headers: Record<string, string>
      body: string
    }>('message', { outTradeNo })
    steps.push({ method: 'POST', path: '/order/v1/notify/WECHAT', token: '', headers, body })
  }
  return steps
}

async function requireAllPaid({ deps }: BenchPortal): Promise<void> {
  const rows = await deps.db
    .selectFrom('orders')
    .select('orderNo')
    .where('status', '<>', 'PAID')
    .execute()
  if (rows.length > 0) throw new Error(`${rows.length} orders are not paid`)
}
