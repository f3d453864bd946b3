import { beforeAll, describe, expect, it } from 'vitest'
import { makeCourse, makePlan } from '../../../test/factories/catalogue.ts'
import { planAsItStands } from '../../../test/factories/plan.ts'
import type { TestStaff } from '../../../test/factories/staff.ts'
import { makeAuthor } from '../../../test/factories/teaching.ts'
import { waiters } from '../../../test/waiters.ts'
import { deps, staffCall } from '../../../test/world.ts'

let teacher: TestStaff

beforeAll(async () => {
  teacher = await makeAuthor()
})

const withdraw = (id: string | undefined) =>
  staffCall('POST /teaching/v1/withdraw', { id, withdrawn: true, reason: '过时' }, teacher.token)

/** Each of these is begun when the one before has written, and none is committed before all wait. */
async function meeting(...writes: (() => ReturnType<typeof staffCall>)[]) {
  const { pool } = await deps()
  const holder = await pool.connect()
  const sent: ReturnType<typeof staffCall>[] = []
  try {
    await holder.query('begin; lock table audit_log in exclusive mode')
    for (const write of writes) {
      sent.push(write())
      await waiters(sent.length)
    }
  } finally {
    await holder.query('commit')
    holder.release()
  }
  return Promise.all(sent)
}

describe('a course that is withdrawn', () => {
  it('at the same instant as another elective leaves the plan its hours', async () => {
    // 120 tenths are asked for, 180 offered
    const three = [{ required: true }, { required: false }, { required: false }]
    const plan = await makePlan({ courses: three })
    const [, one, other] = plan.courses.map(({ courseId }) => courseId)
    const answers = await meeting(
      () => withdraw(one),
      () => withdraw(other),
    )
    expect(answers).toMatchObject([
      { data: { state: 'WITHDRAWN' } },
      { key: 'teaching.neededByPlan', data: { year: plan.year } },
    ])
  })

  it('is not added to an open plan meanwhile as one that it requires', async () => {
    const { id } = await makePlan()
    const { courseId } = await makeCourse()
    const { content, ...plan } = await planAsItStands(id, teacher)
    const courses = [...content.courses, { courseId, required: true, hours: 6 }]
    const answers = await meeting(
      () => withdraw(courseId),
      () =>
        staffCall(
          'POST /plan/v1/save',
          { ...plan, content: { ...content, courses } },
          teacher.token,
        ),
    )
    expect(answers).toMatchObject([{ data: { state: 'WITHDRAWN' } }, { key: 'plan.notReady' }])
  })
})
