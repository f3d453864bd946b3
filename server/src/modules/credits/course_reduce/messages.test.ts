import { describe, expect, it } from 'vitest'
import {
  makeReductionReviewer,
  makeReductionType,
  makeSubmittedReduction,
} from '../../../../test/factories/course_reduce.ts'
import { withoutLinkExpiry } from '../../../../test/factories/file.ts'
import { deps, must, mustStaff, staffCall } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { reverseCreditedHours } from '../certification_grant/service/credit.ts'

const first = await makeReductionReviewer('审核甲')
const second = await makeReductionReviewer('审核乙')

type Read = { id: string; version: number }
const decide = ({ id, version }: Read, change: object, staff = first) =>
  staffCall(
    'POST /course_reduce/v1/decide',
    { id, version, decision: 'APPROVE', opinion: '材料不清晰', ...change },
    staff.token,
  )

async function told({ token }: { token: string }) {
  const { list } = await must('GET /message/v1/list', {}, token)
  return list.filter(({ kind }) => kind === 'REVIEW').toReversed()
}

describe('messages about reductions', () => {
  it('the student gets one message for each return, approval and reversal', async () => {
    const type = await makeReductionType(first)
    const made = await makeSubmittedReduction(type, { hours: 9 })
    const { student } = made
    expect(await told(student)).toEqual([])
    const returned = await decide(made, { decision: 'RETURN' })
    expect(withoutLinkExpiry(await decide(made, { decision: 'RETURN' }))).toEqual(withoutLinkExpiry(returned))
    const once = await told(student)
    expect(once).toMatchObject([{ title: '学时减免申请被退回', link: `/system/reduction?id=${made.id}` }])
    expect(once[0]?.body).toContain('原因：材料不清晰')
    const handIn = ({ version }: Read) =>
      must('POST /course_reduce/v1/submit', { ...made.input, version }, student.token)
    const again = await handIn(returned.data)
    const back = await decide(again, { decision: 'RETURN', opinion: '仍不清晰' })
    expect(await told(student)).toHaveLength(2)
    const more = await handIn(back.data)
    const both = await Promise.all([1, 2].map(() => decide(more, { hours: 2.5, opinion: '' })))
    expect(both.map(({ code }) => code)).toEqual([1, 1])
    expect((await told(student)).at(-1)).toMatchObject({
      title: '学时减免已通过',
      body: expect.stringContaining('计入 2.5 学时（申请 9）'),
    })
    const { id, version } = both[0]?.data ?? more
    const undo = { id, version, reason: '期刊不在目录内' }
    for (const _ of [1, 2]) await mustStaff('POST /course_reduce/v1/reverse', undo, first.token)
    const all = await told(student)
    expect(all).toHaveLength(4)
    expect(all.at(-1)?.body).toContain('2.5 学时已冲销，不再计入。原因：期刊不在目录内')
  })

  it('the student gets a message about a rejection, but not about a first-level approval', async () => {
    const type = await makeReductionType(first, { levels: 2 })
    const made = await makeSubmittedReduction(type)
    const passed = await decide(made, { opinion: '' })
    expect(await told(made.student)).toEqual([])
    await decide(passed.data, { decision: 'REJECT' })
    await decide(made, { decision: 'REJECT' }, second)
    expect(await told(made.student)).toEqual([])
    await decide(passed.data, { decision: 'REJECT' }, second)
    expect(await told(made.student)).toMatchObject([{ title: '学时减免已驳回' }])
  })

  it('a failed decision on a reduction sends no message', async () => {
    const made = await makeSubmittedReduction(await makeReductionType(first))
    const { data } = await decide(made, { opinion: '' })
    const { id, version, year } = data
    const world = await deps()
    // The test removes the hours from the ledger, so that the next step fails.
    const entry = { studentId: made.student.id, year, source: 'REDUCTION', sourceId: id } as const
    await inTransaction(world.db, (tx) => reverseCreditedHours(tx, world, { ...entry, actor: 'test', reason: '测试' }))
    const undo = { id, version, reason: '期刊不在目录内' }
    expect(await staffCall('POST /course_reduce/v1/reverse', undo, first.token)).toMatchObject({
      key: 'reduction.notInLedger',
    })
    expect((await told(made.student)).map(({ title }) => title)).toEqual(['学时减免已通过'])
  })
})
