import { createHash } from 'node:crypto'
import { proofFields } from '@ce/contract'
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

/**
 * The text that is signed and that the QR carries in its fragment: a JSON array of fixed fields in a fixed order
 * (docs/proof-format.md); the name and the course list only as hashes (product §4 Ledger and proof). A trial's is a version of its own: no
 * reader of ordinary proofs, however old, takes it for one (decision 040).
 */
export function canonicalPayload(snapshot: Snapshot, code: string): string {
  return JSON.stringify([
    snapshot.trial ? 2 : 1,
    code,
    snapshot.number,
    snapshot.year,
    // of a Latin name without its capitals, as names are compared
    hashOf(`${code}|${snapshot.name.toLowerCase()}`),
    snapshot.idTypeLabel,
    snapshot.idNoMasked,
    snapshot.certificateNo,
    snapshot.employer,
    [snapshot.required.professional, snapshot.required.public],
    [snapshot.earned.professional, snapshot.earned.public],
    hashOf(
      JSON.stringify(snapshot.entries.map((e) => [e.subject, e.source, e.title, e.hours, e.date])),
    ),
    snapshot.issuer,
    snapshot.issuedOn,
    ...(snapshot.trial ? ['TRIAL'] : []),
  ])
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
