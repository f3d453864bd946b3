import { expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { giveHours, makeProven } from '../../../test/factories/hours.ts'
import { makeMergeDesk, mergeOf } from '../../../test/factories/merge.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent, type TestStudent } from '../../../test/factories/student.ts'
import { waiters } from '../../../test/waiters.ts'
import { deps, must, mustStaff, staffCall } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { withdrawHours } from '../certification_grant/service.ts'
import { lockLedger } from '../hours/service.ts'

const makeClerk = () => makeStaff({ permissions: ['proof.read', 'proof.decide'] })

/** Full, and its proof revoked by staff: hours alone issue no other. */
async function makeHeld() {
  const [made, clerk] = await Promise.all([makeProven('张三丰'), makeClerk()])
  const decision = { id: made.proofId, reason: '学时存疑' }
  await mustStaff('POST /certification_grant/v1/revoke', decision, clerk.token)
  return { ...made, clerk }
}

async function yearOf({ token }: TestStudent, { year }: { year: number }) {
  const { list } = await must('GET /certification_grant/v1/query', { year }, token)
  return list[0]
}

it('two accounts with revoked proofs of different years are merged, and both stay revoked', async () => {
  const [desk, kept, closed] = [await makeMergeDesk(), await makeHeld(), await makeHeld()]
  await desk.merge(kept.student, closed.student)
  for (const { plan, proofId } of [kept, closed]) {
    const full = { state: 'REVOKED', proofId, earned: { professional: 12 } }
    expect(await yearOf(kept.student, plan)).toMatchObject(full)
    // nor by hours that come later
    await giveHours(kept.student, plan, 10)
    expect(await yearOf(kept.student, plan)).toMatchObject({ state: 'REVOKED', proofId })
  }
})

it('staff issue anew what came revoked with a merge, for the account that goes on', async () => {
  const [desk, kept, held] = [await makeMergeDesk(), await makeStudent(), await makeHeld()]
  await desk.merge(kept, held.student)
  const decision = { id: held.proofId, reason: '已核实' }
  await mustStaff('POST /certification_grant/v1/reissue', decision, held.clerk.token)
  expect(await yearOf(kept, held.plan)).toMatchObject({ state: 'ISSUED' })
})

it('a proof that staff revoke while its account is being merged stays revoked, and one they issue anew is the kept account’s', async () => {
  const [desk, kept, held] = [await makeMergeDesk(), await makeStudent(), await makeHeld()]
  const merge = mergeOf(kept, held.student)
  await desk.propose(merge)
  const { db } = await deps()
  const decision = { id: held.proofId, reason: '已核实' }
  const { merging, issuing } = await inTransaction(db, async (tx) => {
    await lockLedger(tx, held.student.id)
    const merging = desk.decide(merge.id)
    await waiters(1)
    const issuing = staffCall('POST /certification_grant/v1/reissue', decision, held.clerk.token)
    await waiters(2)
    return { merging, issuing }
  })
  expect(await merging).toMatchObject({ data: { state: 'DONE' } })
  expect(await issuing).toMatchObject({ code: 1 })
  expect(await yearOf(kept, held.plan)).toMatchObject({ state: 'ISSUED' })
})

it('a revoked proof of a year in which the kept account has a valid one stays with the closed account, and hinders nothing', async () => {
  const [desk, kept, twin] = [
    await makeMergeDesk(),
    await makeProven('张三丰'),
    await makeStudent(),
  ]
  const clerk = await makeClerk()
  const { student, plan, proofId } = kept
  await giveHours(twin, plan, 120)
  const held = await yearOf(twin, plan)
  const revoke = { id: held?.proofId, reason: '学时存疑' }
  await mustStaff('POST /certification_grant/v1/revoke', revoke, clerk.token)
  await desk.merge(student, twin)
  expect(await yearOf(student, plan)).toMatchObject({ state: 'ISSUED', proofId })
  const decision = { id: proofId, reason: '已核实' }
  await mustStaff('POST /certification_grant/v1/revoke', decision, clerk.token)
  await mustStaff('POST /certification_grant/v1/reissue', decision, clerk.token)
  const anew = await yearOf(student, plan)
  expect(anew).toMatchObject({ state: 'ISSUED' })
  expect(anew?.proofId).not.toBe(proofId)
})

it('a year whose revoked proof stayed with the closed account is proven by hours alone, also after some went back', async () => {
  const [desk, student, twin] = [await makeMergeDesk(), await makeStudent(), await makeStudent()]
  const [plan, clerk] = [await makePlan({ requiredProfessional: 120 }), await makeClerk()]
  // the same source with both: it counts once
  const sourceId = await giveHours(student, plan, 120)
  await giveHours(twin, plan, 120, { sourceId })
  const revoke = { id: (await yearOf(twin, plan))?.proofId, reason: '学时存疑' }
  await mustStaff('POST /certification_grant/v1/revoke', revoke, clerk.token)
  await desk.merge(student, twin)
  const world = await deps()
  const { year } = plan
  const entry = { studentId: student.id, year, source: 'COURSE', sourceId, actor: 'test' } as const
  await inTransaction(world.db, async (tx) => {
    await lockLedger(tx, student.id)
    await withdrawHours(tx, world, { ...entry, reason: '替考' })
  })
  expect(await yearOf(student, plan)).toMatchObject({ state: 'REVOKED' })
  await giveHours(student, plan, 120)
  expect(await yearOf(student, plan)).toMatchObject({ state: 'ISSUED' })
})
