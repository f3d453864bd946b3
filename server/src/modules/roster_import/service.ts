/** What other modules may use of imports; the calls' own services lie in service/. */
export { forgetRosterRows } from './store.ts'
