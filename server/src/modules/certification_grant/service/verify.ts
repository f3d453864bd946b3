import { sameName } from '@ce/contract/fold-text'
import { isProofNumber, plainProofCode } from '@ce/contract/proof-codes'
import {
  differingFields,
  readSignedText,
  type registeredVerdicts,
  type SignedField,
  signedFields,
} from '@ce/contract/signed-proof'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { SignatureState } from '../../../platform/proof-keys.ts'
import { publicReason } from '../revocation.ts'
import { canonicalPayload, maskName, signedProof } from '../snapshot.ts'
import { findProofByCode, findReplacements, findSuccessor, type ProofRow } from '../store.ts'
import { readSnapshot } from './query.ts'

/**
 * The public check of a proof (product §4): a verdict, then every printed field but the full name; the name only as match or no match.
 */
export async function verifyProof(deps: Deps, input: { code: string; name?: string | undefined }) {
  const code = plainProofCode(input.code)
  if (isProofNumber(code)) return refuse('grant.numberGiven')
  const row = await findProofByCode(deps.db, code)
  if (!row)
    return {
      ...{ verdict: 'NOT_FOUND' as const, proof: null, nameMatches: null },
      ...{ signature: null, changed: [], revoked: null },
    }
  const { name, ...fields } = readSnapshot(row)
  const [registered, { replaces }, replacedBy] = await Promise.all([
    checkRegistered(deps, row),
    findReplacements(deps.db, row.id),
    findSuccessor(deps.db, row.id),
  ])
  return {
    verdict: verdictOf(row, registered, replacedBy),
    proof: { ...fields, code: row.code, nameMasked: maskName(name), keyId: row.keyId, replaces },
    nameMatches: input.name ? sameName(input.name, name) : null,
    ...registered,
    revoked: row.revokedAt && { at: row.revokedAt, reason: publicReason(row), replacedBy },
  }
}

function verdictOf(
  row: ProofRow,
  registered: RegisteredCheck,
  replacedBy: string | null,
): (typeof registeredVerdicts)[number] {
  if (!isSound(registered)) return 'ALTERED'
  if (!row.revokedAt) return 'GENUINE'
  return replacedBy ? 'REPLACED' : 'REVOKED'
}

interface RegisteredCheck {
  signature: SignatureState
  changed: SignedField[]
}

/** Holds what is stored of a proof against what was signed: its signature, and the fields that are no longer the signed ones. */
export function checkRegistered({ keys }: Deps, row: ProofRow): RegisteredCheck {
  const { code, payload } = row
  const signature = keys.proofs.verify(payload, row.signature, row.keyId)
  const snapshot = readSnapshot(row)
  if (canonicalPayload(snapshot, code) === payload) return { signature, changed: [] }
  const signed = readSignedText(payload)
  // what was signed is no proof's text any more: nothing of what is stored stands
  const changed = signed ? differingFields(signed, signedProof(snapshot, code)) : signedFields
  return { signature, changed }
}

export function isSound({ signature, changed }: RegisteredCheck): boolean {
  return signature === 'VALID' && changed.length === 0
}
