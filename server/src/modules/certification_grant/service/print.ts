import { setImmediate } from 'node:timers/promises'
import { atMost } from '../../../platform/at-most.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { linkValid } from '../../../platform/files/links.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { makeProofPdf } from '../pdf/proof-pdf.ts'
import { maySeeProof } from '../policy.ts'
import { findProof } from '../store.ts'
import { readSnapshot, verifyUrl } from './query.ts'

/** a page is some 20 ms of CPU: one at a time, and every other request has its turn in between */
const drawing = atMost(1)

/** The proof's PDF behind its signed address: bound to the proof and its student, ten minutes. */
export async function printProof(
  deps: Deps,
  link: { id: string; s: string; e: string; t: string },
) {
  if (!linkValid(deps.keys, 'proofs', link)) return refuse('file.linkInvalid')
  const proof = await findProof(deps.db, link.id)
  if (!proof || !maySeeProof({ studentId: link.s, tokenHash: '' }, proof))
    return refuse('grant.notFound')
  const snapshot = readSnapshot(proof)
  const pdf = await drawing('', async () => {
    await setImmediate()
    return makeProofPdf({
      snapshot,
      code: proof.code,
      verifyUrl: verifyUrl(deps, proof),
      revoked: proof.revokedAt
        ? { on: shanghaiDay(proof.revokedAt), reason: proof.revokeReason ?? '' }
        : null,
    })
  })
  return { pdf, name: `学时证明-${snapshot.year}-${snapshot.name}.pdf` }
}
