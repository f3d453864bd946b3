import { proofVerificationUrl } from '@ce/contract/proof-codes'
import { auditStaff } from '../../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { createPrivateUrl } from '../../../../platform/files/links.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { requiredHoursOf } from '../../../catalogue/required-courses.ts'
import { findPlanByYear } from '../../../catalogue/service.ts'
import { areHoursComplete } from '../../../learning/sign/state.ts'
import { notify } from '../../../message/service.ts'
import { loadYearLedgers, lockLedger } from '../../hours/service.ts'
import { proofRevokedMessage } from '../messages.ts'
import {
  listProofHistory,
  listProofs,
  type ProofFilter,
  setProofRevokedByStaff,
  setProofSuccessor,
} from '../store/desk.ts'
import { listWaitingProofsOfStudent } from '../store/waiting.ts'
import { findProof, type ProofRow } from '../store.ts'
import { issueProofs } from './issue.ts'
import { listUnprintableCharacters, proofStateOf, readProofSnapshot } from './query.ts'
import { checkStoredProof, isStoredProofIntact } from './verify.ts'

export async function deskProofs(deps: Deps, filter: ProofFilter) {
  const { list, ...page } = await listProofs(deps.db, filter)
  const heads = list.map((row) => {
    const { name, idNoMasked, certificateNo, employer, trial } = readProofSnapshot(row)
    const { id, number, year, studentId, issuedAt } = row
    const state = proofStateOf(row)
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

export async function deskProof(deps: Deps, { id }: { id: string }) {
  const proof = (await findProof(deps.db, id)) ?? refuse('grant.notFound')
  const { studentId, code, keyId, issuedAt } = proof
  const history = await listProofHistory(deps.db, proof)
  return {
    ...readProofSnapshot(proof),
    ...{ id, studentId, code, keyId, issuedAt },
    state: proofStateOf(proof),
    signature: isStoredProofIntact(checkStoredProof(deps, proof)) ? ('VALID' as const) : ('INVALID' as const),
    held: history.some((one) => one.id === id && one.held),
    newest: history[0]?.id === id,
    verifyUrl: proofVerificationUrl(deps.publicUrl(), code),
    unprintable: await listUnprintableCharacters(deps, proof),
    pdfUrl: createPrivateUrl(deps.keys, 'proofs', id, studentId),
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

/**
 * After a revocation the year gets no new proof until staff reissue it. A repeat by the same person gets the first
 * response.
 */
export async function revokeProofInTransaction(deps: Deps, staff: StaffAtWork, { id, reason }: Decision) {
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

/** The new proof uses current personal data. A repeated call finds the new proof. */
export async function reissueProof(deps: Deps, staff: StaffAtWork, { id, reason }: Decision) {
  const made = await inTransaction(deps.db, async (tx) => {
    const { proof, history } = await lockedProof(tx, id)
    // The call is a repeat only if staff revoked this proof; a proof that the system revoked can have a successor too.
    const byStaff = history.some((one) => one.id === id && one.revokedBy)
    const repeated = history.find(({ replaces }) => replaces === id)
    if (repeated && byStaff) return repeated.id
    const newest = history[0] ?? refuse('grant.notFound')
    if (newest.id !== id) refuse('grant.replaced', { number: newest.number })
    const { studentId, year } = proof
    const [ledger] = await loadYearLedgers(tx, [{ studentId, year }])
    const plan = await findPlanByYear(tx, year)
    if (!ledger || !plan || !areHoursComplete(requiredHoursOf(plan), ledger.earned)) return refuse('grant.notComplete')
    await revokeByStaff(tx, staff, proof, reason)
    const [issued] = await issueProofs(tx, deps, [ledger])
    // A refusal rolls the transaction back, so the old proof stays valid.
    if (!issued) return refuse('grant.cannotPrint', { letters: await lettersWaitedFor(tx, proof) })
    const detail = { before: proof.number, after: issued.number, year, studentId, reason }
    await auditStaff(tx, staff, 'proof.reissued', id, detail)
    return setProofSuccessor(tx, id, issued.number)
  })
  return deskProof(deps, { id: made })
}

async function revokeByStaff(tx: Tx, { staffId }: StaffAtWork, proof: ProofRow, reason: string) {
  await setProofRevokedByStaff(tx, proof.id, { staffId, reason })
  const { trial } = readProofSnapshot(proof)
  await notify(tx, proofRevokedMessage({ ...proof, trial }, reason))
}

async function lettersWaitedFor(tx: Tx, { studentId, year }: ProofRow): Promise<string> {
  const waiting = (await listWaitingProofsOfStudent(tx, studentId)).find((one) => one.year === year)
  return waiting?.missing.map(({ letters }) => letters).join('') ?? ''
}

async function lockedProof(tx: Tx, id: string) {
  let locked = ''
  let proof: ProofRow = (await findProof(tx, id)) ?? refuse('grant.notFound')
  // A merge may have moved the proof while we waited for the lock.
  while (proof.studentId !== locked) {
    locked = proof.studentId
    await lockLedger(tx, locked)
    proof = (await findProof(tx, id)) ?? refuse('grant.notFound')
  }
  return { proof, history: await listProofHistory(tx, proof) }
}
