/** What other modules may use of reductions; the calls' own services lie in service/. */
export { saveType } from './service/types.ts'
export { forgetDrafts, moveReductions } from './store/reductions.ts'
