import { isSameName } from '@ce/contract/fold-text'
import { foldProofCode, isProofNumber } from '@ce/contract/proof-codes'
import {
  findDifferingSignedFields,
  parseSignedText,
  type registeredVerdicts,
  type SignedField,
  signedFields,
} from '@ce/contract/signed-proof'
import { inSnapshot } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { IntegritySlice } from '../../../../platform/integrity/rounds.ts'
import type { ProofSignatureState } from '../../../../platform/proof-keys.ts'
import { loadYearLedgers } from '../../hours/service.ts'
import { canonicalPayload, maskName, proofSnapshotShape, publicRevocationReasonOf, signedProof } from '../snapshot.ts'
import { findProofByCode, findProofReplacements, findSuccessorProof, listProofsAfter, type ProofRow } from '../store.ts'
import { readProofSnapshot } from './query.ts'

/** The given name is only compared and never shown (docs/rules/hours-and-proof.md#verification). */
export async function verifyProof(deps: Deps, input: { code: string; name?: string | undefined }) {
  const code = foldProofCode(input.code)
  if (isProofNumber(code)) return refuse('grant.numberGiven')
  const row = await findProofByCode(deps.db, code)
  if (!row)
    return {
      ...{ verdict: 'NOT_FOUND' as const, proof: null, nameMatches: null },
      ...{ signature: null, changed: [], revoked: null },
    }
  const { name, ...fields } = readProofSnapshot(row)
  const [registered, { replaces }, replacedBy] = await Promise.all([
    checkStoredProof(deps, row),
    findProofReplacements(deps.db, row.id),
    findSuccessorProof(deps.db, row.id),
  ])
  return {
    verdict: verdictOf(row, registered, replacedBy),
    proof: { ...fields, code: row.code, nameMasked: maskName(name), keyId: row.keyId, replaces },
    nameMatches: input.name ? isSameName(input.name, name) : null,
    ...registered,
    revoked: row.revokedAt && { at: row.revokedAt, reason: publicRevocationReasonOf(row), replacedBy },
  }
}

function verdictOf(
  row: ProofRow,
  registered: RegisteredCheck,
  replacedBy: string | null,
): (typeof registeredVerdicts)[number] {
  if (!isStoredProofIntact(registered)) return 'ALTERED'
  if (!row.revokedAt) return 'GENUINE'
  return replacedBy ? 'REPLACED' : 'REVOKED'
}

interface RegisteredCheck {
  signature: ProofSignatureState
  changed: SignedField[]
}

export function checkStoredProof({ keys }: Deps, row: ProofRow): RegisteredCheck {
  const { code, payload } = row
  const signature = keys.proofs.verify(payload, row.signature, row.keyId)
  const snapshot = readProofSnapshot(row)
  if (canonicalPayload(snapshot, code) === payload) return { signature, changed: [] }
  const signed = parseSignedText(payload)
  // If the signed text cannot be read, every field counts as changed.
  const changed = signed ? findDifferingSignedFields(signed, signedProof(snapshot, code)) : signedFields
  return { signature, changed }
}

export function isStoredProofIntact({ signature, changed }: RegisteredCheck): boolean {
  return signature === 'VALID' && changed.length === 0
}

const proofsPerSlice = 500

/**
 * Checks the signatures of all proofs, and that the ledger has the hours of the valid ones. Reads both in one snapshot,
 * because a proof may be revoked and its hours reversed meanwhile.
 */
export async function checkProofs(deps: Deps, after: string | null): Promise<IntegritySlice> {
  const { rows, ledgers } = await inSnapshot(deps.db, async (tx) => {
    const rows = await listProofsAfter(tx, after, proofsPerSlice)
    return { rows, ledgers: await loadYearLedgers(tx, rows) }
  })
  const earned = new Map(
    ledgers.map(({ studentId, year, earned: sums }) => [`${studentId} ${year}`, sums.professional + sums.public]),
  )
  const faults = rows.flatMap((row) => {
    const problem = problemOfProof(deps, row, earned.get(`${row.studentId} ${row.year}`) ?? 0)
    return problem ? [`proof ${row.number}: ${problem}`] : []
  })
  return { checked: rows.length, faults, next: rows.length < proofsPerSlice ? null : (rows.at(-1)?.id ?? null) }
}

/** @param tenths hours in the ledger for the student and year */
function problemOfProof(deps: Deps, row: ProofRow, tenths: number): string | null {
  const snapshot = proofSnapshotShape.safeParse(row.snapshot)
  if (!snapshot.success) return 'its printed fields cannot be read'
  const { signature, changed } = checkStoredProof(deps, row)
  if (signature === 'UNKNOWN_KEY') return `signed with the key ${row.keyId}, which KEYS_DIR lacks`
  if (signature === 'INVALID') return 'the signature does not fit the signed text'
  if (changed.length > 0) return `printed and signed fields differ: ${changed.join(', ')}`
  const { number, year, earned } = snapshot.data
  if (number !== row.number || year !== row.year) return 'its row has another number or year than it prints'
  const printed = Math.round((earned.professional + earned.public) * 10)
  if (!row.revokedAt && tenths < printed) return `prints ${printed / 10} hours, the ledger has ${tenths / 10}`
  return null
}
