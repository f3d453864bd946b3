import { describe, expect, it } from 'vitest'
import { makeCourse, makePlan } from '../../../test/factories/catalogue.ts'
import { unchangedPlanInput } from '../../../test/factories/plan.ts'
import { makeCourseAuthor } from '../../../test/factories/teaching.ts'
import { waitForLockWaiters } from '../../../test/waiters.ts'
import { deps, staffCall } from '../../../test/world.ts'

const teacher = await makeCourseAuthor()

const withdraw = (id: string | undefined) =>
  staffCall('POST /teaching/v1/withdraw', { id, withdrawn: true, reason: '过时' }, teacher.token)

/** Starts each call after the previous one has written, and lets none commit before all wait. */
async function meeting(...writes: (() => ReturnType<typeof staffCall>)[]) {
  const { pool } = await deps()
  const holder = await pool.connect()
  const sent: ReturnType<typeof staffCall>[] = []
  try {
    await holder.query('begin; lock table audit_log in exclusive mode')
    for (const write of writes) {
      sent.push(write())
      await waitForLockWaiters(sent.length)
    }
  } finally {
    await holder.query('commit')
    holder.release()
  }
  return Promise.all(sent)
}

describe('concurrent withdrawals of courses', () => {
  it('withdrawing two electives at the same time leaves the plan enough hours', async () => {
    // The plan requires 120 tenths and offers 180.
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

  it('a course withdrawn at the same time cannot become a required course of an open plan', async () => {
    const { id } = await makePlan()
    const { courseId } = await makeCourse()
    const { content, ...plan } = await unchangedPlanInput(id, teacher)
    const courses = [...content.courses, { courseId, required: true, hours: 6 }]
    const answers = await meeting(
      () => withdraw(courseId),
      () => staffCall('POST /plan/v1/save', { ...plan, content: { ...content, courses } }, teacher.token),
    )
    expect(answers).toMatchObject([{ data: { state: 'WITHDRAWN' } }, { key: 'plan.notReady' }])
  })
})
