import { expect, it } from 'vitest'
import { makeReviewer, makeSubmitted, makeType } from '../../../test/factories/course_reduce.ts'
import { makeMergeDesk, mergeOf } from '../../../test/factories/merge.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { must, mustStaff } from '../../../test/world.ts'

it('hours that both were given for one activity count once, and can be taken back', async () => {
  const reviewer = await makeReviewer()
  const type = await makeType(reviewer)
  const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
  const ids: string[] = []
  for (const student of [kept, closed]) {
    const { id, version } = await makeSubmitted(type, {}, { student })
    const approval = { id, version, decision: 'APPROVE' as const }
    await mustStaff('POST /course_reduce/v1/decide', approval, reviewer.token)
    ids.push(id)
  }
  const own = async () =>
    (await must('GET /certification_grant/v1/query', { year: '2003' }, kept.token)).list[0]?.earned
      .professional
  const before = await own()

  await (await makeMergeDesk()).merge(kept, closed)

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

it('as two accounts become one, applications and their hours move along, and what both have stays once', async () => {
  const reviewer = await makeReviewer()
  const type = await makeType(reviewer)
  const kept = await makeStudent()
  const closed = await makeStudent()
  const approved = await makeSubmitted(type, {}, { student: closed })
  await mustStaff(
    'POST /course_reduce/v1/decide',
    { id: approved.id, version: approved.version, decision: 'APPROVE' },
    reviewer.token,
  )
  const waiting = { endDate: '2003-09-01' }
  const twin = await makeSubmitted(type, waiting, { student: closed })
  const own = await makeSubmitted(type, waiting, { student: kept })

  await (await makeMergeDesk()).merge(kept, closed)

  const { list } = await must('GET /course_reduce/v1/query', {}, kept.token)
  const states = new Map(list.map(({ id, state }) => [id, state]))
  expect(states.get(approved.id)).toBe('APPROVED')
  expect(states.get(own.id)).toBe('SUBMITTED')
  expect(states.get(twin.id)).toBe('WITHDRAWN')
  // the evidence of the closed account still opens to its owner
  const shown = await must('GET /course_reduce/v1/info', { id: approved.id }, kept.token)
  expect(shown.attachments[0]?.url).toContain('/files/')

  // a reversal finds the hours where they went
  const { version } = await mustStaff(
    'GET /course_reduce/v1/info',
    { id: approved.id },
    reviewer.token,
  )
  const back = { id: approved.id, version, reason: '材料不实' }
  await mustStaff('POST /course_reduce/v1/reverse', back, reviewer.token)
  const years = await must('GET /certification_grant/v1/query', { year: '2003' }, kept.token)
  expect(years.list[0]?.earned.professional).toBe(0)
})

it('accounts that would have more of a type than its yearly cap become one once a reviewer has taken back what is too much', async () => {
  const reviewer = await makeReviewer()
  const type = await makeType(reviewer)
  const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
  const approved = async (student: typeof kept, hours: number, day: string) => {
    const dates = { startDate: day, endDate: day }
    const { id, version } = await makeSubmitted(type, { hours, ...dates }, { student })
    const approval = { id, version, decision: 'APPROVE' as const }
    return mustStaff('POST /course_reduce/v1/decide', approval, reviewer.token)
  }
  await approved(kept, 9, '2003-03-01')
  // the very same activity counts once
  await approved(closed, 6, '2003-03-01')
  await approved(closed, 3, '2003-04-01')
  const desk = await makeMergeDesk()
  const input = mergeOf(kept, closed)
  expect(await desk.propose(input)).toMatchObject({ code: 1 })
  const { id, version } = await approved(closed, 3, '2003-05-01')
  const words =
    '两个账号 2003 年度专业科目的“发表论文”减免共 15 学时，超过这一类型的年度上限 12 学时，请先冲销其中一笔'
  expect(await desk.decide(input.id)).toMatchObject({
    key: 'student_desk.mergeHindered',
    data: { obstacles: [words] },
  })
  const back = { id, version, reason: '超过年度上限' }
  await mustStaff('POST /course_reduce/v1/reverse', back, reviewer.token)
  expect(await desk.decide(input.id)).toMatchObject({ code: 1, data: { state: 'DONE' } })
})
