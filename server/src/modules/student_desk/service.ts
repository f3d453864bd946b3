/** What other modules may use of the students desk; the calls' own services lie in service/. */
export { correctIn } from './service/account.ts'
