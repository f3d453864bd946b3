import { sameName } from '@ce/contract/fold-text'
import { isProofNumber, plainProofCode } from '@ce/contract/proof-codes'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { canonicalPayload, maskName } from '../snapshot.ts'
import { findProofByCode, findReplacements, type ProofRow } from '../store.ts'
import { readSnapshot, stateOf } from './query.ts'

/**
 * The public check of a proof (product §4): every printed field but the full name; the name only as match or no match.
 * The signature is checked against the fields as they are stored now, so an altered row shows as INVALID.
 */
export async function verifyProof(deps: Deps, input: { code: string; name?: string | undefined }) {
  const code = plainProofCode(input.code)
  if (isProofNumber(code)) return refuse('grant.numberGiven')
  const proof = await findProofByCode(deps.db, code)
  if (!proof) return refuse('grant.noSuchCode')
  const { name, ...fields } = readSnapshot(proof)
  const { replacedBy, replaces } = await findReplacements(deps.db, proof.id)
  return {
    ...fields,
    code: proof.code,
    nameMasked: maskName(name),
    nameMatches: input.name ? sameName(input.name, name) : null,
    state: stateOf(proof),
    signature: signatureOf(deps, proof),
    keyId: proof.keyId,
    revokedAt: proof.revokedAt,
    revokeReason: proof.revokeReason,
    replacedBy: replacedBy?.number ?? null,
    replaces,
  }
}

/** Whether what is stored now is what was signed, by a key of ours. */
export function signatureOf({ keys }: Deps, proof: ProofRow): 'VALID' | 'INVALID' {
  const { code, payload, signature, keyId } = proof
  const same = canonicalPayload(readSnapshot(proof), code) === payload
  return same && keys.proofs.verify(payload, signature, keyId) ? 'VALID' : 'INVALID'
}
