/** What the page without a network brings with it (tools/make-scanner.ts): the public page's own check, its words and its fields. */
export { checkProof, nameMatches } from '@ce/client/proof-check.ts'
export { proofRows, verdictSigns, verdictText } from '@ce/client/proof-check-text.ts'
