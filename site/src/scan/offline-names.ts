/** What the page that checks proofs without a network compares names by (tools/make-scanner.ts): the one rule of every entrance. */
export { nameKey } from '@ce/contract/fold-text'
