import { proofAddress } from '@ce/contract/proof-codes'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { signedUrl } from '../../../platform/files/links.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findPlanByYear, requiredOf } from '../../catalogue/service.ts'
import { lockLedger, yearLedgers } from '../../hours/service.ts'
import { notify } from '../../message/service.ts'
import { bucketsFull } from '../../sign/service.ts'
import { revokedMessage } from '../messages.ts'
import {
  listHistory,
  listProofs,
  type ProofFilter,
  setReplaced,
  setRevokedByStaff,
} from '../store/desk.ts'
import { listWaitingOf } from '../store/waiting.ts'
import { findProof, type ProofRow } from '../store.ts'
import { issueProofs } from './issue.ts'
import { readSnapshot, stateOf, unprintableOf } from './query.ts'
import { checkRegistered, isSound } from './verify.ts'

/** A page of the desk's list. */
export async function deskProofs(deps: Deps, filter: ProofFilter) {
  const { list, ...page } = await listProofs(deps.db, filter)
  const heads = list.map((row) => {
    const { name, idNoMasked, certificateNo, employer, trial } = readSnapshot(row)
    const { id, number, year, studentId, issuedAt } = row
    const state = stateOf(row)
    return {
      id,
      number,
      year,
      trial,
      studentId,
      name,
      idNoMasked,
      certificateNo,
      employer,
      state,
      issuedAt,
    }
  })
  return { list: heads, ...page }
}

/** A proof as it was signed, and what happened to its year. */
export async function deskProof(deps: Deps, { id }: { id: string }) {
  const proof = (await findProof(deps.db, id)) ?? refuse('grant.notFound')
  const { studentId, code, keyId, issuedAt } = proof
  const history = await listHistory(deps.db, proof)
  return {
    ...readSnapshot(proof),
    ...{ id, studentId, code, keyId, issuedAt },
    state: stateOf(proof),
    signature: isSound(checkRegistered(deps, proof)) ? ('VALID' as const) : ('INVALID' as const),
    held: history.some((one) => one.id === id && one.held),
    newest: history[0]?.id === id,
    verifyUrl: proofAddress(deps.publicUrl(), code),
    unprintable: await unprintableOf(deps, proof),
    pdfUrl: signedUrl(deps.keys, 'proofs', id, studentId),
    history: history.map(({ revokerName, ...one }) => ({
      ...one,
      revokedBy: revokerName,
      replacedBy: history.find(({ replaces }) => replaces === one.id)?.number ?? null,
    })),
  }
}

interface Decision {
  id: string
  reason: string
}

/** Revokes a proof and leaves its hours; the year waits for staff. A repeat by the same person answers as the first time. */
export async function revokeProof(deps: Deps, staff: StaffAtWork, { id, reason }: Decision) {
  await inTransaction(deps.db, async (tx) => {
    const { proof, history } = await lockedProof(tx, id)
    if (proof.revokedAt) {
      const before = history.find((one) => one.id === id)
      if (before?.revokedBy === staff.staffId && proof.revokeReason === reason) return
      refuse('grant.revoked', { reason: proof.revokeReason ?? '' })
    }
    await revokeByStaff(tx, staff, proof, reason)
    const { number, year, studentId } = proof
    await auditStaff(tx, staff, 'proof.revoked', id, { number, year, studentId, reason })
  })
  return deskProof(deps, { id })
}

/** Issues the year's proof anew, as everything stands now, in place of its newest one. A repeat finds what the first one issued. */
export async function reissueProof(deps: Deps, staff: StaffAtWork, { id, reason }: Decision) {
  const made = await inTransaction(deps.db, async (tx) => {
    const { proof, history } = await lockedProof(tx, id)
    // what hours alone revoked and issued anew is no repeat
    const byStaff = history.some((one) => one.id === id && one.revokedBy)
    const repeated = history.find(({ replaces }) => replaces === id)
    if (repeated && byStaff) return repeated.id
    const newest = history[0] ?? refuse('grant.notFound')
    if (newest.id !== id) refuse('grant.replaced', { number: newest.number })
    const { studentId, year } = proof
    const [ledger] = await yearLedgers(tx, [{ studentId, year }])
    const plan = await findPlanByYear(tx, year)
    if (!ledger || !plan || !bucketsFull(requiredOf(plan), ledger.earned))
      return refuse('grant.notComplete')
    await revokeByStaff(tx, staff, proof, reason)
    const [issued] = await issueProofs(tx, deps, [ledger])
    // nothing of this stands then: the old proof is as it was
    if (!issued) return refuse('grant.cannotPrint', { letters: await lettersWaitedFor(tx, proof) })
    const detail = { before: proof.number, after: issued.number, year, studentId, reason }
    await auditStaff(tx, staff, 'proof.reissued', id, detail)
    return setReplaced(tx, id, issued.number)
  })
  return deskProof(deps, { id: made })
}

/** Its student is told, as when hours are taken back; of a repeat nobody is told again. */
async function revokeByStaff(tx: Tx, { staffId }: StaffAtWork, proof: ProofRow, reason: string) {
  await setRevokedByStaff(tx, proof.id, { staffId, reason })
  const { trial } = readSnapshot(proof)
  await notify(tx, revokedMessage({ ...proof, trial }, reason))
}

async function lettersWaitedFor(tx: Tx, { studentId, year }: ProofRow): Promise<string> {
  const waiting = (await listWaitingOf(tx, studentId)).find((one) => one.year === year)
  return waiting?.missing.map(({ letters }) => letters).join('') ?? ''
}

async function lockedProof(tx: Tx, id: string) {
  let locked = ''
  let proof: ProofRow = (await findProof(tx, id)) ?? refuse('grant.notFound')
  // a merge that we waited for has brought it along, and so may another that we waited for then
  while (proof.studentId !== locked) {
    locked = proof.studentId
    await lockLedger(tx, locked)
    proof = (await findProof(tx, id)) ?? refuse('grant.notFound')
  }
  return { proof, history: await listHistory(tx, proof) }
}
