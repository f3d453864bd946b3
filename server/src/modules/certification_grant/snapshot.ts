import { createHash } from 'node:crypto'
import { proofFields } from '@ce/contract'
import { entriesText, nameText, type SignedProof, signedText } from '@ce/contract/signed-proof'
import { z } from 'zod'

/**
 * What a proof says for ever: the public fields and the full name, which only the PDF and its owner see. Those issued before there were
 * trials have no mark, and are none.
 */
export const snapshotShape = proofFields.extend({
  name: z.string(),
  trial: z.boolean().default(false),
})
export type Snapshot = z.output<typeof snapshotShape>

/** What is signed of a proof: the name and the list of its hours only as hashes (product §4 Ledger and proof). */
export function signedProof({ name, entries, ...fields }: Snapshot, code: string): SignedProof {
  return {
    ...fields,
    code,
    nameHash: hashOf(nameText(code, name)),
    entriesHash: hashOf(entriesText(entries)),
  }
}

/** The text that is signed and that the 离线核验码 carries in its fragment (docs/proof-format.md). */
export function canonicalPayload(snapshot: Snapshot, code: string): string {
  return signedText(signedProof(snapshot, code))
}

/** 张*三 style: the first and, of three or more, the last character stay. */
export function maskName(name: string): string {
  const letters = [...name]
  if (letters.length <= 2) return `${letters[0] ?? ''}*`
  return `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
