/** What other modules may use of exams: how each stands, and the sweep of abandoned attempts. */
export { submitAbandoned } from './service/finish.ts'
export { moveExams } from './service/merged.ts'
export { preparePapers } from './service/prepare.ts'
export { type ExamSummary, examSummaries, settleStudent } from './service/summaries.ts'
export { type LogReport, verifyAnswerLogs } from './service/verify.ts'
export { keepAttempt, voidAttempt } from './service/void.ts'
