import { createHash } from 'node:crypto'
import { proofFields } from '@ce/contract'
import { entriesTextToHash, nameTextToHash, type SignedProof, signedTextOf } from '@ce/contract/signed-proof'
import { z } from 'zod'

/** The reason of a revocation may contain private facts, so the public page shows one of these general sentences. */
const publicWords = {
  HOURS_WITHDRAWN: '证明所依据的学时已撤回',
  HOURS_RESTORED: '学时更正',
  PERSON_CORRECTED: '持证人信息更正',
  FORM_UNIFIED: '姓名或证件的写法更正',
  ACCOUNTS_MERGED: '持证人的账号合并，学时已转入其保留的账号',
} as const

const isKnown = (cause: string): cause is keyof typeof publicWords => Object.hasOwn(publicWords, cause)

/** Proofs from before trial years have no `trial` field. */
export const proofSnapshotShape = proofFields.extend({
  name: z.string(),
  trial: z.boolean().default(false),
})

export type ProofSnapshot = z.output<typeof proofSnapshotShape>

/** The signed text contains name and entries only as hashes (docs/rules/hours-and-proof.md#proof). */
export function signedProof({ name, entries, ...fields }: ProofSnapshot, code: string): SignedProof {
  return {
    ...fields,
    code,
    nameHash: hashOf(nameTextToHash(code, name)),
    entriesHash: hashOf(entriesTextToHash(entries)),
  }
}

/** This text is signed and stands in the dense QR (离线核验码); see docs/proof-format.md. */
export function canonicalPayload(snapshot: ProofSnapshot, code: string): string {
  return signedTextOf(signedProof(snapshot, code))
}

/** Keeps the first character and, in a name of three or more, also the last: 张*三. */
export function maskName(name: string): string {
  const letters = [...name]
  if (letters.length <= 2) return `${letters[0] ?? ''}*`
  return `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

type RevokeCause = keyof typeof publicWords | 'STAFF'

export interface ProofRevocation {
  cause: RevokeCause
  reason: string
}

export function publicRevocationReasonOf(proof: { revokeCause: string | null; revokeReason: string | null }) {
  const { revokeCause, revokeReason } = proof
  return revokeCause !== null && isKnown(revokeCause) ? publicWords[revokeCause] : (revokeReason ?? '')
}
