import { answerMonths, beginMonth, heartbeatMonths } from '../platform/db/months.ts'
import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs/job.ts'
import { platformJobs } from '../platform/jobs/platform-jobs.ts'
import { checkQuestionBanks } from './catalogue/question/service/banks.ts'
import { addAttemptsToStatistics } from './catalogue/question/service/statistics.ts'
import { questionImports } from './catalogue/question_import/service/import-questions.ts'
import {
  forgetUnusedImportChecks as forgetPosterImports,
  resumeStalledImports as resumePosterImports,
} from './content/poster_import/service/run.ts'
import { removeOldPrints, resumePrints } from './credits/certification_grant/service/draw-print.ts'
import { reissueAfterMigration } from './credits/certification_grant/service/reissue.ts'
import { examineOldProofs, issueWaitingProofs } from './credits/certification_grant/service/waiting.ts'
import { publishDailyRoot } from './credits/hours/service/daily-roots.ts'
import { forgetEmployerListData, notifyInvitedStudents } from './employers/invitation/service/notify.ts'
import { creditOutage, recordPortalPulse } from './exam/service/added-time.ts'
import { creditMissedHours } from './exam/service/credit-missed-passes.ts'
import { submitOverdueAttempts } from './exam/service/finish.ts'
import { preparePapers } from './exam/service/papers.ts'
import { regradePapers } from './exam/service/regrade-papers.ts'
import { renderLetters } from './file/print_font/service/letters.ts'
import { deleteExpiredFiles, forgetOldUploads, removeStrayContents } from './file/service/delete-unused.ts'
import { readFilms } from './file/service/films.ts'
import { hashUploads } from './file/service/hash-uploads.ts'
import { verifyNextFiles, verifyReportedFiles, verifySampleFiles } from './file/service/verify.ts'
import { checkIntegrityAtNight } from './integrity-checks.ts'
import { forgetOldRefusedHeartbeats } from './learning/study/service/refusals.ts'
import { sealOldMonths } from './learning/study/service/seal-months.ts'
import { deliverAnnouncements } from './message/service/announce.ts'
import { forgetSpentCodes } from './message/service/email-code.ts'
import { notifyLockedAccounts, remindDeadlines } from './message/service/remind.ts'
import { sendDueDeliveries } from './message/service/send.ts'
import { checkChannelsOfProcess } from './money/order/service/check-channel.ts'
import { expireDueOrders } from './money/order/service/query.ts'
import { checkMoneyNightly, reconcileBills } from './money/order/service/reconcile.ts'
import { retryRefunds } from './money/order/service/refund.ts'
import { recomputeRequestedYears } from './office/statistics/service/read.ts'
import { closeDueAccounts } from './student_admin/privacy/service/erase.ts'
import { makeDataCopies } from './student_admin/privacy/service/make-copy.ts'
import { runRetentionRules } from './student_admin/retention/service/rules.ts'
import { rosterImports } from './student_admin/roster_import/service/import-roster.ts'
import { correctLessonLengths } from './teaching/service/correct-lengths.ts'
import { moveWaitingSigns } from './teaching/service/publish.ts'

/** All jobs that the portal runs by itself, without a request. */
export const allJobs: Job[] = [
  ...platformJobs,
  { name: 'file.deleteDue', every: 'MINUTE', run: deleteExpiredFiles },
  { name: 'file.forgetOldUploads', every: 'MINUTE', run: forgetOldUploads },
  { name: 'file.verifySample', every: 'PULSE', run: verifySampleFiles },
  { name: 'file.lookIntoReports', every: 'PULSE', run: verifyReportedFiles },
  { name: 'file.hashUploads', every: 'MINUTE', run: hashUploads },
  { name: 'file.readFilms', every: 'MINUTE', run: readFilms },
  { name: 'file.verifyNext', every: 'MINUTE', run: (deps, stopping) => verifyNextFiles(deps, stopping) },
  { name: 'file.removeStrays', every: 'MINUTE', run: (deps, stopping) => removeStrayContents(deps, stopping) },
  { name: 'order.checkOwnChannels', every: 'PULSE', run: checkChannelsOfProcess },
  { name: 'order.expireDue', every: 'MINUTE', run: expireDueOrders },
  { name: 'order.retryRefunds', every: 'MINUTE', run: retryRefunds },
  { name: 'order.reconcile', every: 'MINUTE', run: reconcileBills },
  { name: 'order.checkAllMoney', every: 'MINUTE', run: checkMoneyNightly },
  { name: 'message.remindDeadlines', every: 'MINUTE', run: remindDeadlines },
  { name: 'message.tellLocked', every: 'MINUTE', run: notifyLockedAccounts },
  { name: 'message.tellAnnounced', every: 'MINUTE', run: deliverAnnouncements },
  { name: 'message.sendOutside', every: 'MINUTE', run: sendDueDeliveries },
  { name: 'message.forgetSpentCodes', every: 'MINUTE', run: forgetSpentCodes },
  // Students who begin before this job runs keep the old version.
  { name: 'teaching.moveWaiting', every: 'QUARTER_MINUTE', run: moveWaitingSigns },
  // Runs often, because a student may be waiting at the end of a film that is shorter than its recorded lesson.
  { name: 'teaching.correctLengths', every: 'QUARTER_MINUTE', run: correctLessonLengths },
  {
    name: 'study.beginMonth',
    every: 'MINUTE',
    run: ({ pool }) => beginMonth(pool, heartbeatMonths),
  },
  { name: 'study.sealMonths', every: 'MINUTE', run: (deps, stopping) => sealOldMonths(deps, stopping) },
  { name: 'study.forgetOldRefusals', every: 'MINUTE', run: forgetOldRefusedHeartbeats },
  { name: 'exam.keepPulse', every: 'PULSE', run: recordPortalPulse },
  // Runs often, because students wait for the result of their exam.
  { name: 'exam.submitAbandoned', every: 'QUARTER_MINUTE', run: creditOutageThenSubmit },
  {
    name: 'exam.beginMonth',
    every: 'MINUTE',
    run: ({ pool }) => beginMonth(pool, answerMonths),
  },
  { name: 'exam.preparePapers', every: 'QUARTER_MINUTE', run: preparePapers },
  { name: 'exam.regradePapers', every: 'QUARTER_MINUTE', run: regradePapers },
  { name: 'exam.creditMissedHours', every: 'MINUTE', run: creditMissedHours },
  { name: 'hours.sealDay', every: 'MINUTE', run: ({ db }) => publishDailyRoot(db) },
  { name: 'poster_import.resumeStalled', every: 'QUARTER_MINUTE', run: resumePosterImports },
  { name: 'poster_import.forgetUnusedChecks', every: 'MINUTE', run: forgetPosterImports },
  { name: 'question.countSittings', every: 'MINUTE', run: addAttemptsToStatistics },
  { name: 'question.checkBanks', every: 'QUARTER_MINUTE', run: checkQuestionBanks },
  {
    name: 'question_import.resumeStalled',
    every: 'QUARTER_MINUTE',
    run: questionImports.resumeStalled,
  },
  { name: 'question_import.forgetOldImports', every: 'MINUTE', run: questionImports.forgetOld },
  {
    name: 'roster_import.resumeStalled',
    every: 'QUARTER_MINUTE',
    run: rosterImports.resumeStalled,
  },
  { name: 'roster_import.forgetOldImports', every: 'MINUTE', run: rosterImports.forgetOld },
  { name: 'certification_grant.resumePrints', every: 'QUARTER_MINUTE', run: resumePrints },
  { name: 'certification_grant.issueWaiting', every: 'QUARTER_MINUTE', run: issueWaitingProofs },
  { name: 'certification_grant.examineOldProofs', every: 'MINUTE', run: examineOldProofs },
  { name: 'certification_grant.removeOldPrints', every: 'MINUTE', run: removeOldPrints },
  { name: 'certification_grant.reissueChanged', every: 'MINUTE', run: reissueAfterMigration },
  { name: 'print_font.drawLetters', every: 'QUARTER_MINUTE', run: renderLetters },
  { name: 'statistics.renew', every: 'MINUTE', run: recomputeRequestedYears },
  { name: 'privacy.makeCopies', every: 'QUARTER_MINUTE', run: makeDataCopies },
  { name: 'privacy.closeDueAccounts', every: 'MINUTE', run: closeDueAccounts },
  { name: 'system.checkIntegrity', every: 'MINUTE', run: (deps, stopping) => checkIntegrityAtNight(deps, stopping) },
  { name: 'retention.run', every: 'MINUTE', run: (deps, stopping) => runRetentionRules(deps, stopping) },
  { name: 'invitation.tellNamed', every: 'QUARTER_MINUTE', run: notifyInvitedStudents },
  { name: 'invitation.forgetLists', every: 'MINUTE', run: (deps, stopping) => forgetEmployerListData(deps, stopping) },
]

/** Adds the time of an outage first, so that no attempt ends too early. */
async function creditOutageThenSubmit(deps: Deps, stopping?: AbortSignal): Promise<void> {
  await creditOutage(deps)
  await submitOverdueAttempts(deps, stopping)
}
