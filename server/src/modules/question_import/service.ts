/** Nothing else imports questions. */
export { resumeStalled } from './service/check.ts'
