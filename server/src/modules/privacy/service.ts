/** What other modules may use of privacy: what the nights take away. The calls' own services lie in service/. */
export { forgetSettledCorrections } from './store/corrections.ts'
export { forgetSpentExports } from './store/exports.ts'
