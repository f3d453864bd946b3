import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { makeExam, sit } from '../../../test/factories/exam.ts'
import { makeProven } from '../../../test/factories/hours.ts'
import { type MergeDesk, makeMergeDesk, mergeOf } from '../../../test/factories/merge.ts'
import { makeOrder } from '../../../test/factories/order.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { waiters } from '../../../test/waiters.ts'
import { call, deps, must, mustStaff, staffCall } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'

let desk: MergeDesk

beforeAll(async () => {
  desk = await makeMergeDesk()
})

describe('two people', () => {
  it('are needed: who proposed cannot decide; both words are repeatable', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    const input = mergeOf(kept, closed)
    const answers = [await desk.propose(input), await desk.propose(input)]
    expect(answers[0]).toEqual(answers[1])
    expect(await desk.propose({ ...input, reason: '另一个原因' })).toMatchObject({
      key: 'student_desk.keyUsed',
    })
    expect(await desk.propose(mergeOf(closed, kept), desk.second)).toMatchObject({
      key: 'student_desk.mergeOpen',
    })
    expect(await desk.decide(input.id, 'DONE', desk.first)).toMatchObject({
      key: 'student_desk.secondPerson',
    })
    const done = await Promise.all([desk.decide(input.id), desk.decide(input.id)])
    expect(done[0]).toEqual(done[1])
    expect(done[0]).toMatchObject({ code: 1, data: { state: 'DONE', decidedBy: desk.second.name } })
    expect(await desk.decide(input.id, 'REJECTED')).toMatchObject({ key: 'student_desk.decided' })
    expect(await auditOf(closed.id)).toHaveLength(2)
    expect(await desk.propose(mergeOf(kept, closed))).toMatchObject({ key: 'student_desk.closed' })
  })

  it('may say no: nothing moves, and it can be proposed again', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    const input = mergeOf(kept, closed)
    await desk.propose(input)
    expect(await desk.decide(input.id, 'REJECTED')).toMatchObject({
      data: { state: 'REJECTED', outcome: null },
    })
    expect((await call('GET /student/v1/profile', {}, closed.token)).code).toBe(1)
    expect(await desk.propose(mergeOf(kept, closed))).toMatchObject({ code: 1 })
    const { list } = await mustStaff('GET /student_desk/v1/merges', {}, desk.second.token)
    expect(list[0]).toMatchObject({ state: 'PROPOSED', own: false })
  })

  it('let who proposed take it back, while nobody has decided', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    const input = mergeOf(kept, closed)
    await desk.propose(input)
    const back = (staff = desk.first, id = input.id) =>
      staffCall('POST /student_desk/v1/withdraw_merge', { id }, staff.token)
    expect(await back(desk.second)).toMatchObject({ key: 'student_desk.notProposer' })
    expect(await back(desk.first, randomUUID())).toMatchObject({ key: 'student_desk.notFound' })
    for (const _ of [1, 2])
      expect(await back()).toMatchObject({ data: { state: 'WITHDRAWN', outcome: null } })
    expect((await auditOf(closed.id)).at(-1)).toMatchObject({
      action: 'student_desk.mergeWithdrawn',
    })
    expect(await desk.decide(input.id)).toMatchObject({ key: 'student_desk.decided' })
    const anew = mergeOf(kept, closed)
    await desk.propose(anew)
    await desk.decide(anew.id, 'REJECTED')
    expect(await back(desk.first, anew.id)).toMatchObject({ key: 'student_desk.decided' })
  })
})

describe('what hinders', () => {
  it('the same account twice, both paid for one year, a running exam, an order not settled', async () => {
    const plan = await makePlan()
    const [one, other] = await Promise.all([makeSign({ plan }), makeSign({ plan })])
    expect(await desk.propose(mergeOf(one.student, one.student))).toMatchObject({
      key: 'student_desk.sameAccount',
    })
    expect(await desk.propose(mergeOf(one.student, other.student))).toMatchObject({
      key: 'student_desk.mergeHindered',
      msg: expect.stringContaining(`两个账号都已缴 ${plan.year} 年度`),
    })
    const unpaid = await makeSign({ plan, paid: false })
    expect(await desk.propose(mergeOf(unpaid.student, one.student))).toMatchObject({
      key: 'student_desk.mergeHindered',
    })
    const exam = await makeExam()
    await sit(exam)
    expect(await desk.propose(mergeOf(await makeStudent(), exam.sign.student))).toMatchObject({
      key: 'student_desk.mergeHindered',
      msg: expect.stringContaining('考试正在进行'),
    })
    const { student } = await makeOrder()
    expect(await desk.propose(mergeOf(await makeStudent(), student))).toMatchObject({
      msg: expect.stringContaining('订单'),
    })
  })

  it('is looked at again when it is decided, and nothing has moved then', async () => {
    const exam = await makeExam()
    const kept = await makeStudent()
    const input = mergeOf(kept, exam.sign.student)
    await desk.propose(input)
    await sit(exam)
    expect(await desk.decide(input.id)).toMatchObject({ key: 'student_desk.mergeHindered' })
    expect((await must('GET /course/v1/my_course', {}, exam.token)).list).toHaveLength(1)
  })

  it('waits for a correction that the account to be closed has asked for', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    const id = randomUUID()
    const wish = { id, field: 'NAME', value: '张三封', reason: '登记有误', docFileId: null }
    await must('POST /privacy/v1/correct', wish as never, closed.token)
    const input = mergeOf(kept, closed)
    expect(await desk.propose(input)).toMatchObject({
      key: 'student_desk.mergeHindered',
      msg: expect.stringContaining('更正申请'),
    })
    await must('POST /privacy/v1/withdraw_correction', { id }, closed.token)
    expect(await desk.propose(input)).toMatchObject({ code: 1 })
  })
})

it('a correction of one of the accounts meanwhile waits for the merge, and neither breaks', async () => {
  const [{ student: kept }, { student: closed }] = [await makeProven(), await makeProven()]
  const clerk = await makeStaff({ permissions: ['student.read', 'student.edit'] })
  const input = mergeOf(kept, closed)
  expect(await desk.propose(input)).toMatchObject({ code: 1 })
  const wish = { id: closed.id, name: '李四海', reason: '本人来电核实' }
  const { db } = await deps()
  const answers = await inTransaction(db, async (tx) => {
    const accounts = [kept.id, closed.id]
    await tx.selectFrom('student').select('id').where('id', 'in', accounts).forUpdate().execute()
    const merged = desk.decide(input.id)
    await waiters(1)
    const corrected = staffCall('POST /student_desk/v1/correct', wish, clerk.token)
    await waiters(2)
    return { merged, corrected }
  })
  expect(await answers.merged).toMatchObject({ code: 1, data: { state: 'DONE' } })
  expect(await answers.corrected).toMatchObject({ key: 'student_desk.closed' })
})
