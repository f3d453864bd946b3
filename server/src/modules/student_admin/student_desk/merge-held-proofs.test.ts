import { expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { giveLedgerHours, makeStudentWithProof } from '../../../../test/factories/hours.ts'
import { makeMergeTestDesk, mergeInput } from '../../../../test/factories/merge.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent, type TestStudent } from '../../../../test/factories/student.ts'
import { waitForLockWaiters } from '../../../../test/waiters.ts'
import { deps, must, mustStaff, staffCall } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { reverseCreditedHours } from '../../credits/certification_grant/service/credit.ts'
import { lockLedger } from '../../credits/hours/service.ts'

const makeClerk = () => makeStaff({ permissions: ['proof.read', 'proof.decide'] })

/** Creates a complete year whose proof staff revoked, so that hours alone issue no new proof. */
async function makeHeld() {
  const [made, clerk] = await Promise.all([makeStudentWithProof('张三丰'), makeClerk()])
  const decision = { id: made.proofId, reason: '学时存疑' }
  await mustStaff('POST /certification_grant/v1/revoke', decision, clerk.token)
  return { ...made, clerk }
}

async function yearOf({ token }: TestStudent, { year }: { year: number }) {
  const { list } = await must('GET /certification_grant/v1/query', { year }, token)
  return list[0]
}

it('revoked proofs of two accounts for different years stay revoked after a merge', async () => {
  const [desk, kept, closed] = [await makeMergeTestDesk(), await makeHeld(), await makeHeld()]
  await desk.merge(kept.student, closed.student)
  for (const { plan, proofId } of [kept, closed]) {
    const full = { state: 'REVOKED', proofId, earned: { professional: 12 } }
    expect(await yearOf(kept.student, plan)).toMatchObject(full)
    await giveLedgerHours(kept.student, plan, 10)
    expect(await yearOf(kept.student, plan)).toMatchObject({ state: 'REVOKED', proofId })
  }
})

it('after a merge staff can issue a proof again that was revoked before it', async () => {
  const [desk, kept, held] = [await makeMergeTestDesk(), await makeStudent(), await makeHeld()]
  await desk.merge(kept, held.student)
  const decision = { id: held.proofId, reason: '已核实' }
  await mustStaff('POST /certification_grant/v1/reissue', decision, held.clerk.token)
  expect(await yearOf(kept, held.plan)).toMatchObject({ state: 'ISSUED' })
})

it('a proof revoked during a merge stays revoked, and a reissued one belongs to the kept account', async () => {
  const [desk, kept, held] = [await makeMergeTestDesk(), await makeStudent(), await makeHeld()]
  const merge = mergeInput(kept, held.student)
  await desk.propose(merge)
  const { db } = await deps()
  const decision = { id: held.proofId, reason: '已核实' }
  const { merging, issuing } = await inTransaction(db, async (tx) => {
    await lockLedger(tx, held.student.id)
    const merging = desk.decide(merge.id)
    await waitForLockWaiters(1)
    const issuing = staffCall('POST /certification_grant/v1/reissue', decision, held.clerk.token)
    await waitForLockWaiters(2)
    return { merging, issuing }
  })
  expect(await merging).toMatchObject({ data: { state: 'DONE' } })
  expect(await issuing).toMatchObject({ code: 1 })
  expect(await yearOf(kept, held.plan)).toMatchObject({ state: 'ISSUED' })
})

it('a revoked proof stays with the closed account if the kept account has a valid proof', async () => {
  const [desk, kept, twin] = [await makeMergeTestDesk(), await makeStudentWithProof('张三丰'), await makeStudent()]
  const clerk = await makeClerk()
  const { student, plan, proofId } = kept
  await giveLedgerHours(twin, plan, 120)
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

it('a year whose revoked proof stayed with the closed account gets a proof once its hours suffice', async () => {
  const [desk, student, twin] = [await makeMergeTestDesk(), await makeStudent(), await makeStudent()]
  const [plan, clerk] = [await makePlan({ requiredProfessional: 120 }), await makeClerk()]
  const sourceId = await giveLedgerHours(student, plan, 120)
  await giveLedgerHours(twin, plan, 120, { sourceId })
  const revoke = { id: (await yearOf(twin, plan))?.proofId, reason: '学时存疑' }
  await mustStaff('POST /certification_grant/v1/revoke', revoke, clerk.token)
  await desk.merge(student, twin)
  const world = await deps()
  const { year } = plan
  const entry = { studentId: student.id, year, source: 'COURSE', sourceId, actor: 'test' } as const
  await inTransaction(world.db, async (tx) => {
    await lockLedger(tx, student.id)
    await reverseCreditedHours(tx, world, { ...entry, reason: '替考' })
  })
  expect(await yearOf(student, plan)).toMatchObject({ state: 'REVOKED' })
  await giveLedgerHours(student, plan, 120)
  expect(await yearOf(student, plan)).toMatchObject({ state: 'ISSUED' })
})
