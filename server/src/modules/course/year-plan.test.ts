import { describe, expect, it } from 'vitest'
import { makePlan, type TestPlan } from '../../../test/factories/catalogue.ts'
import { giveLedgerHours } from '../../../test/factories/hours.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import { makeStudent, type TestStudent } from '../../../test/factories/student.ts'
import { call, deps, must } from '../../../test/world.ts'
import { appNow } from '../../platform/db/database.ts'

const day = 86_400_000

async function planOf(student: TestStudent, { year }: TestPlan) {
  const { list } = await must('GET /course/v1/year_plan', {}, student.token)
  return list.find((one) => one.year === year)
}

describe('year_plan', () => {
  it('year_plan proposes the shortest choice of courses with its price, and sign-up accepts it', async () => {
    const plan = await makePlan({
      priceFen: 8800,
      courses: [
        { required: true, lessonSeconds: [60] },
        { required: false, lessonSeconds: [600] },
        { required: false, lessonSeconds: [30] },
      ],
    })
    const student = await makeStudent()
    const [must1, , short] = plan.courses
    const shown = await planOf(student, plan)
    expect(shown).toMatchObject({
      ...{ step: 'SIGN', price: 8800, signId: null, missing: { professional: 12, public: 0 } },
      until: expect.any(String),
    })
    const ids = shown?.way?.map(({ id }) => id) ?? []
    expect(ids).toEqual([must1?.courseId, short?.courseId])
    const order = { year: plan.year, courseIds: ids, payType: 'DEMO' }
    expect(await call('POST /order/v1/create_order', order, student.token)).toMatchObject({
      code: 1,
    })
    expect(await planOf(student, plan)).toMatchObject({ step: 'PAY', price: 8800, way: [] })
  })

  it('year_plan goes from study to public hours and ends with no step', async () => {
    const plan = await makePlan({ requiredPublic: 30 })
    const { student, signId } = await makeSign({ plan })
    expect(await planOf(student, plan)).toMatchObject({ step: 'STUDY', signId, price: 0 })
    await giveLedgerHours(student, plan, 120)
    expect(await planOf(student, plan)).toMatchObject({
      ...{ step: 'PUBLIC', until: null, missing: { professional: 0, public: 3 } },
    })
    await giveLedgerHours(student, plan, 30, { subject: 'PUBLIC' })
    expect(await planOf(student, plan)).toMatchObject({ step: 'DONE' })
    const other = await makeStudent()
    expect(await planOf(other, plan)).toMatchObject({ step: 'SIGN', signId: null })
  })

  it('year_plan reports a year that is lost, not open yet or cannot be filled', async () => {
    const { db } = await deps()
    const now = (await appNow(db)).getTime()
    const at = (from: number, to: number) => ({
      ...{ signStartAt: new Date(now + from * day), signEndAt: new Date(now + to * day) },
      studyEndAt: new Date(now + (to + 1) * day),
    })
    const [student, past, future, thin] = await Promise.all([
      makeStudent(),
      makePlan(at(-9, -8)),
      makePlan(at(8, 9)),
      makePlan({ courses: [{ required: true }] }),
    ])
    expect(await planOf(student, past)).toMatchObject({ step: 'ABSENT', until: null, price: 0 })
    await giveLedgerHours(student, past, 1, { subject: 'PUBLIC' })
    expect(await planOf(student, past)).toMatchObject({ step: 'LOST' })
    expect(await planOf(student, future)).toMatchObject({ step: 'WAIT' })
    expect(await planOf(student, thin)).toMatchObject({ step: 'SIGN', way: null })
  })
})
