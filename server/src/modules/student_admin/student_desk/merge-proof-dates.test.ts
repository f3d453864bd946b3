import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { giveLedgerHours } from '../../../../test/factories/hours.ts'
import { makeMergeTestDesk } from '../../../../test/factories/merge.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { deps, passTime } from '../../../../test/world.ts'
import { appNow, inTransaction } from '../../../platform/db/database.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { reverseCreditedHours } from '../../credits/certification_grant/service/credit.ts'

const days = (count: number) => passTime(count * 24 * 60 * 60)

/** Returns the days printed on the valid proof, in order. */
async function printedDays({ id }: { id: string }): Promise<string[]> {
  const { db } = await deps()
  const { snapshot } = await db
    .selectFrom('proof')
    .select('snapshot')
    .where('studentId', '=', id)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return (snapshot as { entries: { date: string }[] }).entries.map(({ date }) => date).sort()
}

it('a proof prints the days on which hours were first credited, also after a merge', async () => {
  const [closed, kept, third, plan] = await Promise.all([
    makeStudent(),
    makeStudent(),
    makeStudent(),
    makePlan({ requiredProfessional: 120, requiredPublic: 50 }),
  ])
  const world = await deps()
  const today = async () => shanghaiDay(await appNow(world.db))
  const earned: string[] = []
  const give = async (tenths: number, what: Parameters<typeof giveLedgerHours>[3]) => {
    earned.push(await today())
    await giveLedgerHours(closed, plan, tenths, what)
    await days(5)
  }
  // The kept account lost the same credit, so its source id is already used in that ledger.
  const sourceId = randomUUID()
  await giveLedgerHours(kept, plan, 60, { sourceId })
  const { id: studentId } = kept
  const what = { studentId, year: plan.year, source: 'COURSE', sourceId, actor: 'test' } as const
  await inTransaction(world.db, (tx) => reverseCreditedHours(tx, world, { ...what, reason: '作弊' }))
  await give(60, { sourceId })
  await give(60, {})
  await give(50, { subject: 'PUBLIC' })
  expect(await printedDays(closed)).toEqual(earned)
  await (await makeMergeTestDesk()).merge(kept, closed)
  expect(await printedDays(kept)).toEqual(earned)
  await days(5)
  await (await makeMergeTestDesk()).merge(third, kept)
  expect(await printedDays(third)).toEqual(earned)
})
