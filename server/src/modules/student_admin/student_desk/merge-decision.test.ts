import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { makeExam, startTestAttempt } from '../../../../test/factories/exam.ts'
import { makeStudentWithProof } from '../../../../test/factories/hours.ts'
import { makeMergeTestDesk, mergeInput } from '../../../../test/factories/merge.ts'
import { makeOrder } from '../../../../test/factories/order.ts'
import { makeSign } from '../../../../test/factories/sign.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { waitForLockWaiters } from '../../../../test/waiters.ts'
import { call, deps, must, mustStaff, staffCall } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'

const desk = await makeMergeTestDesk()

describe('second person of a merge', () => {
  it('a merge needs a second person, and repeating the proposal or decision changes nothing', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    const input = mergeInput(kept, closed)
    const answers = [await desk.propose(input), await desk.propose(input)]
    expect(answers[0]).toEqual(answers[1])
    expect(await desk.propose({ ...input, reason: '另一个原因' })).toMatchObject({
      key: 'student_desk.keyUsed',
    })
    expect(await desk.propose(mergeInput(closed, kept), desk.second)).toMatchObject({
      key: 'student_desk.mergeOpen',
    })
    expect(await desk.decide(input.id, 'DONE', desk.first)).toMatchObject({
      key: 'student_desk.secondPerson',
    })
    const done = await Promise.all([desk.decide(input.id), desk.decide(input.id)])
    expect(done[0]).toEqual(done[1])
    expect(done[0]).toMatchObject({ code: 1, data: { state: 'DONE', decidedBy: desk.second.name } })
    expect(await desk.decide(input.id, 'REJECTED')).toMatchObject({ key: 'student_desk.decided' })
    expect(await listAuditRowsOf(closed.id)).toHaveLength(2)
    expect(await desk.propose(mergeInput(kept, closed))).toMatchObject({ key: 'student_desk.closed' })
  })

  it('a rejected merge changes nothing and can be proposed again', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    const input = mergeInput(kept, closed)
    await desk.propose(input)
    expect(await desk.decide(input.id, 'REJECTED')).toMatchObject({
      data: { state: 'REJECTED', outcome: null },
    })
    expect((await call('GET /student/v1/profile', {}, closed.token)).code).toBe(1)
    expect(await desk.propose(mergeInput(kept, closed))).toMatchObject({ code: 1 })
    const { list } = await mustStaff('GET /student_desk/v1/merges', {}, desk.second.token)
    expect(list[0]).toMatchObject({ state: 'PROPOSED', own: false })
  })

  it('the author of a merge proposal can withdraw it before the decision', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    const input = mergeInput(kept, closed)
    await desk.propose(input)
    const back = (staff = desk.first, id = input.id) =>
      staffCall('POST /student_desk/v1/withdraw_merge', { id }, staff.token)
    expect(await back(desk.second)).toMatchObject({ key: 'student_desk.notProposer' })
    expect(await back(desk.first, randomUUID())).toMatchObject({ key: 'student_desk.notFound' })
    for (const _ of [1, 2]) expect(await back()).toMatchObject({ data: { state: 'WITHDRAWN', outcome: null } })
    expect((await listAuditRowsOf(closed.id)).at(-1)).toMatchObject({
      action: 'student_desk.mergeWithdrawn',
    })
    expect(await desk.decide(input.id)).toMatchObject({ key: 'student_desk.decided' })
    const anew = mergeInput(kept, closed)
    await desk.propose(anew)
    await desk.decide(anew.id, 'REJECTED')
    expect(await back(desk.first, anew.id)).toMatchObject({ key: 'student_desk.decided' })
  })
})

describe('obstacles to a merge', () => {
  it('refuses to merge an account with itself, two paid years, a running exam or an open order', async () => {
    const plan = await makePlan()
    const [one, other] = await Promise.all([makeSign({ plan }), makeSign({ plan })])
    expect(await desk.propose(mergeInput(one.student, one.student))).toMatchObject({
      key: 'student_desk.sameAccount',
    })
    expect(await desk.propose(mergeInput(one.student, other.student))).toMatchObject({
      key: 'student_desk.mergeHindered',
      msg: expect.stringContaining(`两个账号都已缴 ${plan.year} 年度`),
    })
    const unpaid = await makeSign({ plan, paid: false })
    expect(await desk.propose(mergeInput(unpaid.student, one.student))).toMatchObject({
      key: 'student_desk.mergeHindered',
    })
    const exam = await makeExam()
    await startTestAttempt(exam)
    expect(await desk.propose(mergeInput(await makeStudent(), exam.sign.student))).toMatchObject({
      key: 'student_desk.mergeHindered',
      msg: expect.stringContaining('考试正在进行'),
    })
    const { student } = await makeOrder()
    expect(await desk.propose(mergeInput(await makeStudent(), student))).toMatchObject({
      msg: expect.stringContaining('订单'),
    })
  })

  it('checks the obstacles again at the decision, before anything moves', async () => {
    const exam = await makeExam()
    const kept = await makeStudent()
    const input = mergeInput(kept, exam.sign.student)
    await desk.propose(input)
    await startTestAttempt(exam)
    expect(await desk.decide(input.id)).toMatchObject({ key: 'student_desk.mergeHindered' })
    expect((await must('GET /course/v1/my_course', {}, exam.token)).list).toHaveLength(1)
  })

  it('a merge waits for a correction requested by the account that it closes', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    const id = randomUUID()
    const wish = { id, field: 'NAME', value: '张三封', reason: '登记有误', docFileId: null }
    await must('POST /privacy/v1/correct', wish as never, closed.token)
    const input = mergeInput(kept, closed)
    expect(await desk.propose(input)).toMatchObject({
      key: 'student_desk.mergeHindered',
      msg: expect.stringContaining('更正申请'),
    })
    await must('POST /privacy/v1/withdraw_correction', { id }, closed.token)
    expect(await desk.propose(input)).toMatchObject({ code: 1 })
  })
})

it('a correction during a merge waits for the merge, and both succeed', async () => {
  const [{ student: kept }, { student: closed }] = [await makeStudentWithProof(), await makeStudentWithProof()]
  const clerk = await makeStaff({ permissions: ['student.read', 'student.edit'] })
  const input = mergeInput(kept, closed)
  expect(await desk.propose(input)).toMatchObject({ code: 1 })
  const wish = { id: closed.id, name: '李四海', reason: '本人来电核实' }
  const { db } = await deps()
  const answers = await inTransaction(db, async (tx) => {
    const accounts = [kept.id, closed.id]
    await tx.selectFrom('student').select('id').where('id', 'in', accounts).forUpdate().execute()
    const merged = desk.decide(input.id)
    await waitForLockWaiters(1)
    const corrected = staffCall('POST /student_desk/v1/correct', wish, clerk.token)
    await waitForLockWaiters(2)
    return { merged, corrected }
  })
  expect(await answers.merged).toMatchObject({ code: 1, data: { state: 'DONE' } })
  expect(await answers.corrected).toMatchObject({ key: 'student_desk.closed' })
})
