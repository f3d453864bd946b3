import { z } from 'zod'
import { date, inDayOrder, instant, pageOf, pageQuery } from '../common.ts'
import { defineCall } from '../define.ts'
import { foldKeyword } from '../rules/fold-text.ts'
import { searchLimits, tooLong } from '../rules/search-limits.ts'

/** What the log tells of: `module.whatWasDone`. Types know them all, so that each has one name, and words in the console. */
export type AuditAction =
  | 'staff.loggedIn'
  | 'staff.loggedOut'
  | 'staff.loginFailed'
  | 'staff.codeRefused'
  | 'staff.locked'
  | 'staff.lockedAttempt'
  | 'staff.created'
  | 'staff.updated'
  | 'staff.reset'
  | 'staff.passwordChanged'
  | 'staff.passwordRefused'
  | 'staff.totpBegun'
  | 'staff.totpBound'
  | 'staff.totpRemoved'
  | 'poster.created'
  | 'poster.saved'
  | 'poster.published'
  | 'poster.withdrawn'
  | 'poster.pinned'
  | 'poster.unpinned'
  | 'poster.removed'
  | 'poster.restored'
  | 'poster_import.started'
  | 'question.created'
  | 'question.saved'
  | 'question.enabled'
  | 'question.findingAccepted'
  | 'question.disabled'
  | 'question.exported'
  | 'question_import.finished'
  | 'teaching.teacherSaved'
  | 'teaching.courseSaved'
  | 'teaching.draftSaved'
  | 'teaching.draftDiscarded'
  | 'teaching.published'
  | 'teaching.moved'
  | 'teaching.withdrawn'
  | 'teaching.restored'
  | 'teaching.lengthCorrected'
  | 'plan.saved'
  | 'plan.opened'
  | 'plan.closed'
  | 'plan.removed'
  | 'exam.decisionAsked'
  | 'exam.decisionDone'
  | 'exam.decisionRefused'
  | 'exam.decisionWithdrawn'
  | 'exam.extraTimeSet'
  | 'exam.extraTimeRemoved'
  | 'exam.appealAnswered'
  | 'exam.paperRead'
  | 'exam.timeCredited'
  | 'exam.sealedTimeCredited'
  | 'exam.sealedTaken'
  | 'exam.creditedLate'
  | 'first_page.siteInfoSaved'
  | 'first_page.textPublished'
  | 'first_page.textProposed'
  | 'first_page.textApproved'
  | 'first_page.textRefused'
  | 'first_page.textTakenBack'
  | 'first_page.textWithdrawn'
  | 'first_page.swiperSaved'
  | 'first_page.swiperRemoved'
  | 'first_page.swipersOrdered'
  | 'first_page.friendlinkSaved'
  | 'first_page.friendlinkRemoved'
  | 'first_page.friendlinksOrdered'
  | 'file.uploaded'
  | 'hours.recorded'
  | 'hours.recordReversed'
  | 'proof.revoked'
  | 'proof.reissued'
  | 'proof.exported'
  | 'student_desk.revealed'
  | 'student_desk.passwordReset'
  | 'student_desk.unlocked'
  | 'student_desk.sessionsEnded'
  | 'student_desk.corrected'
  | 'student_desk.mergeProposed'
  | 'student_desk.merged'
  | 'student_desk.mergeRejected'
  | 'student_desk.mergeWithdrawn'
  | 'roster_import.finished'
  | 'roster_import.passwordsTaken'
  | 'roster_import.returned'
  | 'roster_import.passwordsRenewed'
  | 'capture_review.looked'
  | 'capture_review.proposed'
  | 'capture_review.confirmed'
  | 'capture_review.rejected'
  | 'capture_review.withdrawn'
  | 'exam.voided'
  | 'privacy.correctionLooked'
  | 'privacy.correctionApproved'
  | 'privacy.correctionRefused'
  | 'privacy.closingAsked'
  | 'privacy.closingTakenBack'
  | 'privacy.accountErased'
  | 'retention.changed'
  | 'setting.changed'
  | 'message.retried'
  | 'study.looked'
  | 'reduction.typeSaved'
  | 'reduction.submitted'
  | 'reduction.withdrawn'
  | 'reduction.firstPassed'
  | 'reduction.approved'
  | 'reduction.returned'
  | 'reduction.rejected'
  | 'reduction.checked'
  | 'reduction.reversed'
  | 'course.evaluated'
  | 'order.created'
  | 'order.paid'
  | 'order.revived'
  | 'order.closed'
  | 'order.refundAsked'
  | 'order.refundOpened'
  | 'order.refundWithdrawn'
  | 'order.refundApproved'
  | 'order.refundRefused'
  | 'organisation.created'
  | 'organisation.updated'
  | 'organisation.reset'
  | 'organisation.loggedIn'
  | 'organisation.loginFailed'
  | 'organisation.loggedOut'
  | 'organisation.passwordChanged'
  | 'organisation.passwordRefused'
  | 'organisation.locked'
  | 'organisation.lockedAttempt'
  | 'invitation.listed'
  | 'invitation.returned'
  | 'invitation.confirmed'
  | 'invitation.declined'
  | 'invitation.withdrawn'
  | 'invitation.exported'
  | 'invitation.vouchedFor'
  | 'finance.differenceResolved'
  | 'finance.differenceRetried'
  | 'finance.refundRetried'
  | 'finance.elsewhereEntered'
  | 'finance.elsewhereWithdrawn'
  | 'finance.elsewhereApproved'
  | 'finance.elsewhereRefused'
  | 'finance.billMissing'
  | 'finance.channelChecked'
  | 'finance.exported'
  | 'statistics.exported'
  | 'proof.printed'
  | 'print_font.added'
  | 'print_font.removed'
  | 'invoice.applied'
  | 'invoice.withdrawn'
  | 'invoice.changeAsked'
  | 'invoice.changeWithdrawn'
  | 'invoice.exported'
  | 'invoice.numbered'
  | 'invoice.issued'
  | 'invoice.failed'
  | 'invoice.reversed'
  | 'invoice.taxSettled'
  | 'invoice.sellerSet'
  | 'invoice.fileDropped'
  | 'payment.mismatched'
  | 'payment.replaced'
  | 'payment.refundBegun'
  | 'payment.refunded'
  | 'payment.refundFailed'

const filter = z
  .string('应为文字')
  .max(searchLimits.audit, { error: tooLong(searchLimits.audit), abort: true })
  .overwrite(foldKeyword)
  .optional()

export const audit = {
  list: defineCall({
    method: 'GET',
    path: '/audit/v1/list',
    audience: 'staff',
    permission: 'audit.read',
    summary: '操作日志：谁、何时、从哪里、做了什么、前后有何不同',
    labels: { subject: '对象编号' },
    request: inDayOrder(
      z.object({
        /** username or name */
        actor: filter,
        action: filter,
        subject: filter,
        from: date.optional(),
        to: date.optional(),
        ...pageQuery,
      }),
    ),
    response: pageOf(
      z.object({
        id: z.string(),
        at: instant,
        actor: z.string(),
        /** staff and employers by name; a student where the reader may see students */
        actorName: z.string().nullable(),
        action: z.string(),
        subject: z.string(),
        /** what that row is called today, where it still exists and the reader may see it */
        subjectName: z.string().nullable(),
        ip: z.string().nullable(),
        /** before, after, reason and whatever else was told; never a secret */
        detail: z.record(z.string(), z.unknown()),
      }),
    ),
    refusals: [],
  }),
}
