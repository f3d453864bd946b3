import { randomUUID } from 'node:crypto'
import type { Permission } from '@ce/contract'
import { permissions } from '@ce/contract/permissions'
import { describe, expect, it } from 'vitest'
import {
  makeReductionReviewer,
  makeReductionType,
  makeSubmittedReduction,
} from '../../../../test/factories/course_reduce.ts'
import { makePaidTeam, refundTeamMember } from '../../../../test/factories/employer.ts'
import * as invoices from '../../../../test/factories/invoice.ts'
import { makeStaff, type TestStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { deps, must, mustEmployer, mustStaff, staffCall } from '../../../../test/world.ts'

const todoOf = async (staff: TestStaff) => {
  const { list } = await mustStaff('GET /todo/v1/list', {}, staff.token)
  return new Map<string, number>(list.map(({ queue, count }) => [queue, count]))
}
const everything = () => makeStaff({ permissions: Object.keys(permissions) as Permission[] })

describe('to-do list of staff', () => {
  it('the to-do list shows each queue to staff with the permission to work on it', async () => {
    const finance = await makeStaff({ permissions: ['finance.read', 'finance.refund'] })
    expect([...(await todoOf(finance)).keys()]).toEqual(['REFUND'])
    const reader = await makeStaff({
      permissions: ['reduction.read', 'invoice.read', 'exam.read', 'finance.read', 'audit.read'],
    })
    expect((await todoOf(reader)).size).toBe(0)
    expect((await todoOf(await everything())).size).toBe(20)
    const answer = await staffCall('GET /todo/v1/list', { queue: 'REFUND' }, reader.token)
    expect(answer).toMatchObject({ code: 1, data: { list: [] } })
    expect(await staffCall('GET /todo/v1/list', {})).toMatchObject({ status: 401 })
  })

  it('the to-do list counts the same items as the desks', async () => {
    const staff = await everything()
    const type = await makeReductionType(await makeReductionReviewer())
    await makeSubmittedReduction(type)
    const asked = await invoices.makePaidOrder()
    const wish = { id: randomUUID(), orderNo: asked.orderNo, reason: '报错了年度' }
    await must('POST /order/v1/request_refund', wish, asked.student.token)
    const correction = { id: randomUUID(), field: 'NAME', value: '张三封', reason: '写错了一个字' }
    await must('POST /privacy/v1/correct', correction as never, asked.student.token)
    await moneyDiffers()
    const found = await todoOf(staff)
    expect([...found.entries()]).toEqual([...(await desksOf(staff)).entries()])
    for (const queue of ['REDUCTION_FIRST', 'CORRECTION', 'REFUND', 'DIFFERENCE'])
      expect(found.get(queue), queue).toBeGreaterThan(0)
  })

  it('the to-do list counts an invoice once that is to be reversed for a refund, an invoice change or both', async () => {
    const staff = await everything()
    const before = (await todoOf(staff)).get('INVOICE_REVERSE') ?? 0
    await invoices.setOrderRefunded(await invoices.makeIssuedInvoice(staff))
    await changed(await invoices.makeIssuedInvoice(staff))
    const both = await invoices.makeIssuedInvoice(staff)
    await changed(both)
    await invoices.setOrderRefunded(both)
    await invoices.makeIssuedInvoice(staff)
    expect((await todoOf(staff)).get('INVOICE_REVERSE')).toBe(before + 3)
    const page = { toReverse: 'true', pageSize: '1' } as never
    expect((await mustStaff('POST /invoice/v1/list', page, staff.token)).total).toBe(before + 3)
  })

  it('the to-do list counts the invoice of a partly refunded order', async () => {
    const staff = await everything()
    const order = await makePaidTeam(2)
    const before = (await todoOf(staff)).get('INVOICE_REVERSE') ?? 0
    const wish = { orderNo: order.orderNo, titleType: 'COMPANY', email: 'finance@example.com' }
    const { token } = order.employer
    const asked = await mustEmployer('POST /invitation/v1/apply_invoice', wish, token)
    const { applyNo } = asked
    await invoices.issueInvoiceFiles([await invoices.makeInvoiceFile(asked, staff)], staff)
    expect((await todoOf(staff)).get('INVOICE_REVERSE')).toBe(before)
    await refundTeamMember(order, 0)
    expect((await todoOf(staff)).get('INVOICE_REVERSE')).toBe(before + 1)
    const page = { toReverse: 'true', keyword: applyNo } as never
    expect((await mustStaff('POST /invoice/v1/list', page, staff.token)).total).toBe(1)
  })

  it('the to-do list excludes work that another person must decide', async () => {
    const [first, second] = [await everything(), await everything()]
    const type = await makeReductionType(first, { levels: 2 })
    const { id, version } = await makeSubmittedReduction(type)
    await mustStaff(
      'POST /course_reduce/v1/decide',
      { id, version, decision: 'APPROVE', hours: null, opinion: '材料齐全' },
      first.token,
    )
    const [kept, closed] = [await makeStudent(), await makeStudent()]
    const merge = { id: randomUUID(), keptId: kept.id, closedId: closed.id, reason: '同一人' }
    await mustStaff('POST /student_desk/v1/propose_merge', merge, first.token)
    const { orderNo, signId } = await invoices.makePaidOrder()
    const refund = { id: randomUUID(), orderNo, signId, reason: '本人来电' }
    await mustStaff('POST /finance/v1/open_refund', refund as never, first.token)
    const [mine, theirs] = [await todoOf(first), await todoOf(second)]
    for (const queue of ['REDUCTION_FINAL', 'MERGE', 'REFUND'])
      expect(mine.get(queue), queue).toBe((theirs.get(queue) ?? 0) - 1)
  })
})

/** The totals that the desks show to somebody without own proposals. */
async function desksOf({ token }: TestStaff): Promise<Map<string, number>> {
  const one = { pageSize: '1' }
  const total = async (call: Parameters<typeof mustStaff>[0], filter: object) => {
    const data = (await mustStaff(call, { ...one, ...filter }, token)) as { total: number }
    return data.total
  }
  const { db } = await deps()
  const merges = await db.selectFrom('studentMerge').select('id').where('decision', 'is', null).execute()
  const texts = await Promise.all(
    (['AGREEMENT', 'PRIVACY'] as const).map((kind) => mustStaff('GET /first_page/v1/texts', { kind }, token)),
  )
  const queue = 'POST /course_reduce/v1/list'
  const regrades = await mustStaff('GET /exam/v1/regrades', { pageSize: '100' } as never, token)
  const waiting = regrades.list.filter(({ state }) => state === 'WAITING').length
  const cases = 'GET /finance/v1/differences'
  const healedWaiting = await total(cases, { state: 'HEALED', waits: 'true' })
  const changedQuestions = await mustStaff('GET /exam/v1/changed_questions', {}, token)
  return new Map([
    ['REDUCTION_FIRST', await total(queue, { stage: 'FIRST' })],
    ['REDUCTION_FINAL', await total(queue, { stage: 'FINAL' })],
    ['REDUCTION_SAMPLE', await total(queue, { stage: 'SAMPLE' })],
    ['CAPTURE_OPEN', await total('GET /capture_review/v1/list', { state: 'OPEN' })],
    ['CAPTURE_SECOND', await total('GET /capture_review/v1/list', { state: 'PROPOSED' })],
    ['EXAM_DECISION', await total('GET /exam/v1/decisions', { state: 'WAITING' })],
    ['EXAM_REGRADE', waiting + changedQuestions.list.length],
    ['EXAM_APPEAL', await total('GET /exam/v1/appeals', { state: 'OPEN' })],
    ['MERGE', merges.length],
    ['CORRECTION', await total('GET /privacy/v1/corrections', { state: 'OPEN' })],
    ['REFUND', await total('GET /finance/v1/refund_requests', { state: 'OPEN' })],
    ['DIFFERENCE', (await total(cases, { state: 'OPEN' })) + healedWaiting],
    ['CLOSED_MONEY', await total('GET /finance/v1/closed_accounts', { state: 'OPEN' })],
    ['INVOICE_PENDING', await total('POST /invoice/v1/list', { state: 'PENDING' })],
    ['INVOICE_ISSUING', await total('POST /invoice/v1/list', { state: 'ISSUING' })],
    ['INVOICE_REVERSE', await total('POST /invoice/v1/list', { toReverse: 'true' })],
    ['INVOICE_TAX', await total('POST /invoice/v1/list', { taxOpen: 'true' })],
    ['PROOF_FONT', (await mustStaff('GET /print_font/v1/letters', {}, token)).proofs],
    ['LEGAL_TEXT', texts.flat().filter(({ state }) => state === 'PROPOSED').length],
    ['DELIVERY', await failedDeliveries(token)],
  ])
}

async function failedDeliveries(token: string): Promise<number> {
  const { channels } = await mustStaff('GET /message/v1/deliveries', {}, token)
  return channels.reduce((sum, { failed }) => sum + failed, 0)
}

async function moneyDiffers(): Promise<void> {
  const { db } = await deps()
  await db
    .insertInto('moneyDifference')
    .values({ kind: 'RULE', subject: randomUUID(), state: 'OPEN', detail: '{}' })
    .execute()
}

function changed({ id, student }: Awaited<ReturnType<typeof invoices.makeIssuedInvoice>>) {
  const wish = { ...invoices.personalInvoiceInput, id, title: '另一抬头', reason: '抬头写错了' }
  return must('POST /invoice/v1/change', wish, student.token)
}
