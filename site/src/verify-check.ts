import type { ProofCheck } from '@ce/client/proof-check.ts'
import { proofVerdictText } from '@ce/client/proof-check-text.ts'

export { checkProof } from '@ce/client/proof-check.ts'

/** The verdict comes first in the document's title. */
export function proofCheckTitle(check: ProofCheck): string {
  return `${proofVerdictText(check).title} · 证明核验`
}
