import { measureRequestSteps, printCallSamples } from './harness/measure.ts'
import { type BenchStudent, createBenchStudents } from './harness/people.ts'
import type { RequestStep } from './harness/play.ts'
import { type BenchPortal, startBenchPortal } from './harness/portal.ts'
import { type BenchPaymentChannel, startPaymentChannel } from './harness/simulator.ts'

const connections = 50
const students = 600

/** Measures the calls of an order at full speed. The simulated channel shares the machine's CPU. */
export async function measureOrders(): Promise<void> {
  const channel = await startPaymentChannel()
  const portal = await startBenchPortal({ env: channel.env })
  try {
    const people = await createBenchStudents(portal.deps, students, {}, false)
    const create = await measureRequestSteps(portal, connections, await createSteps(portal, people))
    const placed = await readOrders(portal, people)
    const asking = await measureRequestSteps(portal, connections, placed.map(queryStep))
    /**
     * Now measure queries that follow soon after an earlier query, as most do. The server answers them without asking
     * the payment channel.
     */
    await portal.deps.pool.query("update payment set queried_at = app_now() + interval '1 hour'")
    const polling = await measureRequestSteps(portal, connections, placed.map(queryStep))
    const told = await notifySteps(channel, placed)
    const notify = await measureRequestSteps(portal, connections, told)
    await requireAllPaid(portal)
    printCallSamples(`orders, fsync on, ${connections} connections, ${students} students`, {
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

async function createSteps({ deps }: BenchPortal, people: BenchStudent[]): Promise<RequestStep[]> {
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

function queryStep({ orderNo, token }: Placed): RequestStep {
  return { method: 'GET', path: `/order/v1/query_status?orderNo=${orderNo}`, token }
}

async function notifySteps(channel: BenchPaymentChannel, placed: Placed[]): Promise<RequestStep[]> {
  const steps: RequestStep[] = []
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
  const rows = await deps.db.selectFrom('orders').select('orderNo').where('status', '<>', 'PAID').execute()
  if (rows.length > 0) throw new Error(`${rows.length} orders are not paid`)
}
