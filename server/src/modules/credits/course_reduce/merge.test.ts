import { expect, it } from 'vitest'
import {
  makeReductionReviewer,
  makeReductionType,
  makeSubmittedReduction,
} from '../../../../test/factories/course_reduce.ts'
import { makeMergeTestDesk, mergeInput } from '../../../../test/factories/merge.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { must, mustStaff } from '../../../../test/world.ts'

it('hours that both merged accounts got for one activity count once and can be reversed', async () => {
  const reviewer = await makeReductionReviewer()
  const type = await makeReductionType(reviewer)
  const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
  const ids: string[] = []
  for (const student of [kept, closed]) {
    const { id, version } = await makeSubmittedReduction(type, {}, { student })
    const approval = { id, version, decision: 'APPROVE' as const }
    await mustStaff('POST /course_reduce/v1/decide', approval, reviewer.token)
    ids.push(id)
  }
  const own = async () =>
    (await must('GET /certification_grant/v1/query', { year: '2003' }, kept.token)).list[0]?.earned.professional
  const before = await own()

  await (await makeMergeTestDesk()).merge(kept, closed)

  expect(await own()).toBe(before)
  const [keptId, closedId] = ids
  const info = (id = '') => mustStaff('GET /course_reduce/v1/info', { id }, reviewer.token)
  expect(await info(closedId)).toMatchObject({
    stateReason: expect.stringContaining('账号合并'),
  })
  const { version } = await info(keptId)
  const back = { id: keptId, version, reason: '材料不实' }
  await mustStaff('POST /course_reduce/v1/reverse', back, reviewer.token)
  expect(await own()).toBe(0)
})

it('a merge moves applications with their hours, and keeps one of two duplicates', async () => {
  const reviewer = await makeReductionReviewer()
  const type = await makeReductionType(reviewer)
  const kept = await makeStudent()
  const closed = await makeStudent()
  const approved = await makeSubmittedReduction(type, {}, { student: closed })
  await mustStaff(
    'POST /course_reduce/v1/decide',
    { id: approved.id, version: approved.version, decision: 'APPROVE' },
    reviewer.token,
  )
  const waiting = { endDate: '2003-09-01' }
  const twin = await makeSubmittedReduction(type, waiting, { student: closed })
  const own = await makeSubmittedReduction(type, waiting, { student: kept })

  await (await makeMergeTestDesk()).merge(kept, closed)

  const { list } = await must('GET /course_reduce/v1/query', {}, kept.token)
  const states = new Map(list.map(({ id, state }) => [id, state]))
  expect(states.get(approved.id)).toBe('APPROVED')
  expect(states.get(own.id)).toBe('SUBMITTED')
  expect(states.get(twin.id)).toBe('WITHDRAWN')
  const shown = await must('GET /course_reduce/v1/info', { id: approved.id }, kept.token)
  expect(shown.attachments[0]?.url).toContain('/files/')

  const { version } = await mustStaff('GET /course_reduce/v1/info', { id: approved.id }, reviewer.token)
  const back = { id: approved.id, version, reason: '材料不实' }
  await mustStaff('POST /course_reduce/v1/reverse', back, reviewer.token)
  const years = await must('GET /certification_grant/v1/query', { year: '2003' }, kept.token)
  expect(years.list[0]?.earned.professional).toBe(0)
})

it('refuses a merge that exceeds the yearly cap until a reviewer reverses the excess hours', async () => {
  const reviewer = await makeReductionReviewer()
  const type = await makeReductionType(reviewer)
  const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
  const approved = async (student: typeof kept, hours: number, day: string) => {
    const dates = { startDate: day, endDate: day }
    const { id, version } = await makeSubmittedReduction(type, { hours, ...dates }, { student })
    const approval = { id, version, decision: 'APPROVE' as const }
    return mustStaff('POST /course_reduce/v1/decide', approval, reviewer.token)
  }
  await approved(kept, 9, '2003-03-01')
  await approved(closed, 6, '2003-03-01')
  await approved(closed, 3, '2003-04-01')
  const desk = await makeMergeTestDesk()
  const input = mergeInput(kept, closed)
  expect(await desk.propose(input)).toMatchObject({ code: 1 })
  const { id, version } = await approved(closed, 3, '2003-05-01')
  const words = '两个账号 2003 年度专业科目的“发表论文”减免共 15 学时，超过这一类型的年度上限 12 学时，请先冲销其中一笔'
  expect(await desk.decide(input.id)).toMatchObject({
    key: 'student_desk.mergeHindered',
    data: { obstacles: [words] },
  })
  const back = { id, version, reason: '超过年度上限' }
  await mustStaff('POST /course_reduce/v1/reverse', back, reviewer.token)
  expect(await desk.decide(input.id)).toMatchObject({ code: 1, data: { state: 'DONE' } })
})
