import { foldNameDots } from '@ce/contract/person'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { canonicalPayload, maskName } from '../snapshot.ts'
import { findProofByCode } from '../store.ts'
import { readSnapshot, stateOf } from './query.ts'

/**
 * The public check of a proof (product §4): every printed field but the full name; the name only as match or no match.
 * The signature is checked against the fields as they are stored now, so an altered row shows as INVALID.
 */
export async function verifyProof(deps: Deps, input: { code: string; name?: string | undefined }) {
  const code = input.code.toUpperCase().replace(/[\s-]/g, '')
  const proof = await findProofByCode(deps.db, code)
  if (!proof) return refuse('grant.noSuchCode')
  const { name, ...fields } = readSnapshot(proof)
  const same = canonicalPayload({ name, ...fields }, proof.code) === proof.payload
  const valid = same && deps.keys.proofs.verify(proof.payload, proof.signature, proof.keyId)
  return {
    ...fields,
    code: proof.code,
    nameMasked: maskName(name),
    nameMatches: input.name ? normalName(input.name) === normalName(name) : null,
    state: stateOf(proof),
    signature: valid ? ('VALID' as const) : ('INVALID' as const),
    keyId: proof.keyId,
    revokedAt: proof.revokedAt,
    revokeReason: proof.revokeReason,
  }
}

function normalName(name: string): string {
  return foldNameDots(name.replace(/\s/g, '')).normalize('NFC')
}
