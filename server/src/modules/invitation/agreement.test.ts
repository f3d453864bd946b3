import { describe, expect, it } from 'vitest'
import { makeTeam } from '../../../test/factories/employer.ts'
import { choiceOf } from '../../../test/factories/order.ts'
import type { TestStudent } from '../../../test/factories/student.ts'
import { deps, employerCall, must, mustEmployer } from '../../../test/world.ts'

const confirm = 'POST /invitation/v1/confirm'
const create = 'POST /invitation/v1/create_order'

const _mine = async ({ token }: TestStudent) =>
  (await must('GET /invitation/v1/mine', {}, token)).list

describe('an agreement', () => {
  it('whose courses the year has changed since is named; nothing is ordered', async () => {
    const { employer, plan, ids, students } = await makeTeam(2)
    const [student, other] = students
    if (!student || !other) throw new Error('nobody')
    const [id = ''] = ids
    await must(confirm, { id, courseIds: choiceOf(plan, [0, 1, 2]) }, student.token)
    const { db } = await deps()
    const change = db.updateTable('planCourse').set({ required: true })
    await change.where('id', '=', plan.courses[2]?.planCourseId ?? '').execute()
    const wish = { ids, payType: 'WECHAT' }
    const answer = await employerCall(create, wish, employer.token)
    expect(answer).toMatchObject({
      status: 200,
      key: 'invitation.choiceOutdated',
      msg: expect.stringContaining(other.name),
    })
    expect((await mustEmployer('GET /invitation/v1/orders', {}, employer.token)).list).toEqual([])
    const again = { id: ids[1] ?? '', courseIds: choiceOf(plan, [0, 1, 2]) }
    await must(confirm, again, other.token)
    expect(await employerCall(create, wish, employer.token)).toMatchObject({ code: 1 })
  })
})
