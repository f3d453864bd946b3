import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { unchangedPlanInput } from '../../../../test/factories/plan.ts'
import { recordTestHours } from '../../../../test/factories/proof.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { waitForLockWaiters } from '../../../../test/waiters.ts'
import { deps, staffCall } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Refusal } from '../../../platform/errors.ts'
import { creditHours } from '../../credits/certification_grant/service/credit.ts'

async function freshYear(): Promise<number> {
  const { db } = await deps()
  const { rows } = await sql<{ year: number }>`select nextval('test_year')::int as year`.execute(db)
  return rows[0]?.year ?? 0
}

it('a change of year or required hours is refused if the first hours of the plan are credited meanwhile', async () => {
  const [plan, student, year] = [await makePlan({ requiredPublic: 30 }), await makeStudent(), await freshYear()]
  const all = await deps()
  const desk = await makeStaff({
    permissions: ['teaching.read', 'teaching.edit', 'teaching.publish'],
  })
  const input = await unchangedPlanInput(plan.id, desk)
  const row = all.db.updateTable('plan').where('id', '=', plan.id)
  const entry = {
    studentId: student.id,
    year: plan.year,
    subject: 'PUBLIC',
    source: 'RECORD',
    sourceId: randomUUID(),
    hours: 10,
    title: '公需科目',
    actor: 'test',
  } as const
  const { saving, moving } = await inTransaction(all.db, async (tx) => {
    await creditHours(tx, all, [entry])
    const saving = staffCall('POST /plan/v1/save', { ...input, content: { ...input.content, year } }, desk.token)
    const moving = row.set({ requiredPublic: 20 }).execute().catch(String)
    await waitForLockWaiters(2)
    return { saving, moving }
  })
  expect(await saving).toMatchObject({ key: 'plan.counted' })
  expect(await moving).toContain('are fixed once somebody has hours')
})

it('public hours are refused for a year whose plan is being moved to another year', async () => {
  const [plan, student, year] = [await makePlan(), await makeStudent(), await freshYear()]
  const { db } = await deps()
  const { entering } = await inTransaction(db, async (tx) => {
    await tx.updateTable('plan').where('id', '=', plan.id).set({ year }).execute()
    const entering = recordTestHours(student, plan, 1).catch((error: Refusal) => error.key)
    await waitForLockWaiters(1)
    return { entering }
  })
  expect(await entering).toBe('order.noSuchPlan')
})
