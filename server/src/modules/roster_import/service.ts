/** What other modules may use of imports; the calls' own services lie in service/. */
export { resumeStalled } from './service/check.ts'
export { forgetRosterRows } from './store.ts'
