import { proofAddress } from '@ce/contract/proof-codes'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { signedUrl } from '../../../platform/files/links.ts'
import { listPlans } from '../../catalogue/service.ts'
import { asHours, emptyTotals, hoursTotals, missingOf } from '../../hours/service.ts'
import { undrawnLetters } from '../../print_font/service.ts'
import { firstYearOf, listSigns, shownYears } from '../../sign/service.ts'
import { maySeeProof } from '../policy.ts'
import { printedTexts } from '../printed-texts.ts'
import { type Snapshot, snapshotShape } from '../snapshot.ts'
import { findProof, findReplacements, type ProofRow } from '../store.ts'
import { incomplete, proofStates } from './credit.ts'

/** Each year a student is shown, with what is earned and missing and how its proof stands; newest first. */
export async function queryYears(
  deps: Deps,
  student: StudentActor,
  input: { year?: number | undefined },
) {
  const [plans, signs, totals, proofs, since] = await Promise.all([
    listPlans(deps.db),
    listSigns(deps.db, student.studentId),
    hoursTotals(deps.db, student.studentId),
    proofStates(deps.db, student.studentId),
    firstYearOf(deps, student.studentId),
  ])
  const list = shownYears(plans, { signs, ledger: totals, since })
    .filter(({ year }) => input.year === undefined || year === input.year)
    .map(({ year, title, trial, required }) => {
      const { earned } = totals.find((row) => row.year === year) ?? emptyTotals(year)
      return {
        year,
        title,
        trial,
        required: asHours(required),
        earned: asHours(earned),
        missing: asHours(missingOf(required, earned)),
        ...(proofs.get(year) ?? incomplete),
      }
    })
  return { list }
}

/** The student's own proof; another's answers as a missing one. */
async function requireOwnProof(deps: Deps, student: StudentActor, id: string): Promise<ProofRow> {
  const proof = await findProof(deps.db, id)
  if (!proof || !maySeeProof(student, proof)) return refuse('grant.notFound')
  return proof
}

/** A whole proof for its owner: the full name, every field, where it is verified and printed. */
export async function proofInfo(deps: Deps, student: StudentActor, input: { id: string }) {
  const proof = await requireOwnProof(deps, student, input.id)
  return {
    ...readSnapshot(proof),
    unprintable: await unprintableOf(deps, proof),
    id: proof.id,
    state: stateOf(proof),
    code: proof.code,
    ...proofAddresses(deps, proof),
    pdfUrl: signedUrl(deps.keys, 'proofs', proof.id, student.studentId),
    issuedAt: proof.issuedAt,
    revokedAt: proof.revokedAt,
    revokeReason: proof.revokeReason,
    ...(await findReplacements(deps.db, proof.id)),
  }
}

/** The letters for want of which a proof of before cannot be printed; none: it can. */
export async function unprintableOf({ db }: Deps, proof: ProofRow): Promise<string> {
  const texts = printedTexts(readSnapshot(proof))
  return [...(await undrawnLetters(db, texts))].join('')
}

/** INCOMPLETE is a year's, never a proof's: what was issued is valid or revoked. */
export function stateOf(proof: Pick<ProofRow, 'revokedAt'>): 'ISSUED' | 'REVOKED' {
  return proof.revokedAt ? 'REVOKED' : 'ISSUED'
}

/** The printed fields as they stood at issue. */
export function readSnapshot(proof: Pick<ProofRow, 'snapshot'>): Snapshot {
  return snapshotShape.parse(proof.snapshot)
}

/** Where both codes of a proof lead: the signed text rides in the fragment, which never reaches a server. */
export function proofAddresses(deps: Deps, proof: ProofRow) {
  const { code, payload, signature, keyId } = proof
  const verifyUrl = proofAddress(deps.publicUrl(), code)
  const text = Buffer.from(payload).toString('base64url')
  return {
    verifyUrl,
    offlineUrl: `${verifyUrl}#${text}.${signature.toString('base64url')}.${keyId}`,
  }
}
