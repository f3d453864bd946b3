/** Code for the offline page, with the same check as the public page. */
export { checkProof, nameMatches } from '@ce/client/proof-check.ts'
export { listProofRows, proofVerdictIcons, proofVerdictText } from '@ce/client/proof-check-text.ts'
