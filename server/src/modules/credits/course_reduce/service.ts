export { forgetReductionDrafts, listEvidenceOfCountedHours } from './store/reductions.ts'
