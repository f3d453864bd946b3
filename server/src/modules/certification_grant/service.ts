/** What other modules may use of proofs: credit or withdraw hours, and how each year stands. */

export { sourceName } from '../hours/service.ts'
export {
  creditHours,
  creditHoursAnew,
  proofStates,
  restoreHours,
  withdrawHours,
  type YearProof,
} from './service/credit.ts'
export { type ProofOutlook, proofOutlook } from './service/outlook.ts'
export { creditRecords, recordSourceId } from './service/record.ts'
export { moveHours, reissueProofs } from './service/reissue.ts'
export { maskName } from './snapshot.ts'
