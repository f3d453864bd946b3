import type { ProofCheck } from '@ce/client/proof-check.ts'
import { verdictText } from '@ce/client/proof-check-text.ts'

export { checkProof } from '@ce/client/proof-check.ts'

/** What the document of a checked proof is called: the verdict first. */
export function titleOfCheck(check: ProofCheck): string {
  return `${verdictText(check).title} · 证明核验`
}
