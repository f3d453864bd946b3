import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { planAsItStands } from '../../../test/factories/plan.ts'
import { record } from '../../../test/factories/proof.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { waiters } from '../../../test/waiters.ts'
import { deps, staffCall } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors.ts'
import { creditHours } from '../certification_grant/service.ts'

async function freshYear(): Promise<number> {
  const { db } = await deps()
  const { rows } = await sql<{ year: number }>`select nextval('test_year')::int as year`.execute(db)
  return rows[0]?.year ?? 0
}

it('a change of year or required hours waits for the first hours of the year, and is refused', async () => {
  const [plan, student, year] = [
    await makePlan({ requiredPublic: 30 }),
    await makeStudent(),
    await freshYear(),
  ]
  const all = await deps()
  const desk = await makeStaff({
    permissions: ['teaching.read', 'teaching.edit', 'teaching.publish'],
  })
  const input = await planAsItStands(plan.id, desk)
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
    const saving = staffCall(
      'POST /plan/v1/save',
      { ...input, content: { ...input.content, year } },
      desk.token,
    )
    const moving = row.set({ requiredPublic: 20 }).execute().catch(String)
    await waiters(2)
    return { saving, moving }
  })
  expect(await saving).toMatchObject({ key: 'plan.counted' })
  expect(await moving).toContain('are fixed once somebody has hours')
})

it('a year that is just given to another plan takes no record of hours any more', async () => {
  const [plan, student, year] = [await makePlan(), await makeStudent(), await freshYear()]
  const { db } = await deps()
  const { entering } = await inTransaction(db, async (tx) => {
    await tx.updateTable('plan').where('id', '=', plan.id).set({ year }).execute()
    const entering = record(student, plan, 1).catch((error: Refusal) => error.key)
    await waiters(1)
    return { entering }
  })
  expect(await entering).toBe('order.noSuchPlan')
})
