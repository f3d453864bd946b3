/** Nothing else imports rosters. */
export { resumeStalled } from './service/check.ts'
