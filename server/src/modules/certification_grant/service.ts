/** What other modules may use of proofs: credit or withdraw hours, and how each year stands. */

export { creditHours, proofStates, withdrawHours, type YearProof } from './service/credit.ts'
export { creditRecords, recordName, recordSourceId } from './service/record.ts'
export { moveHours, reissueProofs } from './service/reissue.ts'
