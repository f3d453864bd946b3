/** What other modules may use of reductions; the calls' own services lie in service/. */

export { moveReductions, overCaps } from './service/merged.ts'
export { saveType } from './service/types.ts'
export { forgetDrafts, listStandingEvidence } from './store/reductions.ts'
