import type { MessageKind } from './message-kinds.ts'

/**
 * Who gets a message when an audit row of an action is written. API tests compare each written row with this entry
 * (server/test/told).
 */
export type AuditNotification =
  | {
      tells: readonly MessageKind[]
      /** Notify only for rows whose detail has a true value at this key. */
      when?: string
      /** The subject is an order; a paying employer gets no message about it. */
      payer?: true
      /** The subject is a course, plan or similar; tests of that subject check the recipients. */
      of?: string
    }
  /** The audit row does not concern a student. */
  | { nobody: 'NO_LEARNER' }
  | { nobody: 'OWN_ACT' }
  /** The audit row concerns a student, who gets no message for the given reason. */
  | { nobody: 'REASON'; why: string }

const tells = (...kinds: [MessageKind, ...MessageKind[]]) => ({ tells: kinds }) as const
const tellsWhen = (when: string, ...kinds: [MessageKind, ...MessageKind[]]) => ({ tells: kinds, when }) as const
const tellsPayer = (...kinds: [MessageKind, ...MessageKind[]]) => ({ tells: kinds, payer: true }) as const
/** @param of who receives the messages, as in docs/messages.md */
const tellsAll = (of: string, ...kinds: [MessageKind, ...MessageKind[]]) => ({ tells: kinds, of }) as const
const untold = (why: string) => ({ nobody: 'REASON', why }) as const
const noLearner = { nobody: 'NO_LEARNER' } as const
const ownAct = { nobody: 'OWN_ACT' } as const

const looked = untold('somebody looked; nothing changed')
const proposed = untold('a step between two members of staff; nothing changes until the second one agrees')

/** Keys are `module.whatWasDone`, values the recipients. The console has the texts. */
export const auditActions = {
  'staff.loggedIn': noLearner,
  'staff.loggedOut': noLearner,
  'staff.loginFailed': noLearner,
  'staff.codeRefused': noLearner,
  'staff.locked': noLearner,
  'staff.lockedAttempt': noLearner,
  'staff.created': noLearner,
  'staff.updated': noLearner,
  'staff.reset': noLearner,
  'staff.passwordChanged': noLearner,
  'staff.passwordRefused': noLearner,
  'staff.totpBegun': noLearner,
  'staff.totpBound': noLearner,
  'staff.totpRemoved': noLearner,
  'poster.created': noLearner,
  'poster.saved': noLearner,
  'poster.published': noLearner,
  'poster.withdrawn': noLearner,
  'poster.pinned': noLearner,
  'poster.unpinned': noLearner,
  'poster.removed': noLearner,
  'poster.restored': noLearner,
  'poster_import.cancelled': noLearner,
  'poster_import.started': noLearner,
  'question.created': noLearner,
  'question.saved': noLearner,
  'question.enabled': noLearner,
  'question.findingAccepted': noLearner,
  'question.disabled': noLearner,
  'question.exported': noLearner,
  'question_import.finished': noLearner,
  'teaching.teacherSaved': noLearner,
  'teaching.courseSaved': noLearner,
  'teaching.draftSaved': noLearner,
  'teaching.draftDiscarded': noLearner,
  'teaching.published': untold(
    'whoever has not begun is told in the batch that moves them; who has begun keeps the old version',
  ),
  'teaching.moved': untold('the sum of batches; each told the students it moved (course.moved)'),
  'teaching.withdrawn': tellsAll('who has paid for it and has not passed it', 'COURSE'),
  'teaching.restored': untold('who had signed up kept the course all the time'),
  'teaching.lengthCorrected': untold(
    'whose lesson is done by it is told in the batch that marks it (lesson.corrected)',
  ),
  'plan.saved': tellsAll(
    'who has paid, when study ends on another day; who has signed up and not paid, of all that changed',
    'DEADLINE',
  ),
  'plan.opened': tellsAll('who has signed up and not paid, when it is opened again', 'DEADLINE'),
  'plan.closed': tellsAll('who has signed up and not paid', 'DEADLINE'),
  'plan.removed': noLearner,
  'exam.decisionAsked': proposed,
  'exam.decisionDone': tells('REVIEW'),
  'exam.decisionRefused': proposed,
  'exam.decisionWithdrawn': proposed,
  'exam.regradeAsked': proposed,
  'exam.regradeDecided': untold('the job tells each learner whose result it changes (exam.regraded)'),
  'exam.regradeRefused': proposed,
  'exam.regradeWithdrawn': proposed,
  'exam.regradeRetried': untold('the job goes on with what was decided (exam.regraded)'),
  'exam.regradeNotNeeded': noLearner,
  'exam.regradeExported': noLearner,
  'exam.regraded': tellsWhen('told', 'REVIEW'),
  'exam.extraTimeSet': tellsWhen('changed', 'REVIEW'),
  'exam.extraTimeRemoved': tells('REVIEW'),
  'exam.appealAnswered': tells('REVIEW'),
  'exam.paperRead': looked,
  'exam.timeCredited': tells('COURSE'),
  'exam.sealedTimeCredited': tells('COURSE'),
  'exam.sealedTaken': ownAct,
  'exam.creditedLate': tells('REVIEW'),
  'exam.voided': tells('REVIEW'),
  'exam.restored': tells('REVIEW'),
  'first_page.siteInfoSaved': noLearner,
  'first_page.textPublished': noLearner,
  'first_page.textProposed': noLearner,
  'first_page.textApproved': tellsAll('who uses an account and has not accepted it', 'ACCOUNT'),
  'first_page.textRefused': noLearner,
  'first_page.textTakenBack': noLearner,
  'first_page.textWithdrawn': tellsAll('who was told of it, or has accepted it', 'ACCOUNT'),
  'first_page.swiperSaved': noLearner,
  'first_page.swiperRemoved': noLearner,
  'first_page.swipersOrdered': noLearner,
  'first_page.friendlinkSaved': noLearner,
  'first_page.friendlinkRemoved': noLearner,
  'first_page.friendlinksOrdered': noLearner,
  'file.uploaded': noLearner,
  'hours.recorded': tells('REVIEW'),
  'hours.recordReversed': tells('REVIEW'),
  'proof.revoked': tells('PROOF'),
  'proof.reissued': tells('PROOF'),
  'proof.exported': noLearner,
  'proof.printed': noLearner,
  'student_desk.revealed': looked,
  'student_desk.passwordReset': tells('ACCOUNT'),
  'student_desk.unlocked': tells('ACCOUNT'),
  'student_desk.sessionsEnded': tells('ACCOUNT'),
  'student_desk.corrected': tells('ACCOUNT'),
  'student_desk.mergeProposed': proposed,
  'student_desk.merged': tells('ACCOUNT'),
  'student_desk.mergeRejected': proposed,
  'student_desk.mergeWithdrawn': proposed,
  'roster_import.finished': untold(
    'who is new learns of the account with its password; hours are told with hours.recorded',
  ),
  'roster_import.passwordsTaken': noLearner,
  'roster_import.returned': noLearner,
  'roster_import.passwordsRenewed': untold(
    'none of them has ever signed in; the sheet with the new passwords is their word',
  ),
  'capture_review.looked': looked,
  'capture_review.proposed': proposed,
  'capture_review.confirmed': tells('REVIEW'),
  'capture_review.rejected': proposed,
  'capture_review.withdrawn': proposed,
  'privacy.correctionLooked': looked,
  'privacy.correctionApproved': tells('ACCOUNT'),
  'privacy.correctionRefused': tells('ACCOUNT'),
  'privacy.closingAsked': ownAct,
  'privacy.closingTakenBack': ownAct,
  'privacy.accountErased': untold('the student asked for it, and nobody can sign in to the account any more'),
  'retention.changed': noLearner,
  'setting.changed': noLearner,
  'setting.clockMoved': noLearner,
  'message.retried': noLearner,
  'study.looked': looked,
  'reduction.typeSaved': noLearner,
  'reduction.submitted': ownAct,
  'reduction.withdrawn': ownAct,
  'reduction.firstPassed': proposed,
  'reduction.approved': tells('REVIEW'),
  'reduction.returned': tells('REVIEW'),
  'reduction.rejected': tells('REVIEW'),
  'reduction.checked': untold('a check of what was granted found it right; nothing changed'),
  'reduction.reversed': tells('REVIEW'),
  'course.evaluated': ownAct,
  'order.created': untold(
    'the student ordered, or agreed to the order of the employer; who pays is told with order.paid',
  ),
  'order.paid': tells('PAYMENT'),
  'order.revived': tells('PAYMENT'),
  'order.closed': untold(
    'nobody paid it in the time that its page counts down, or another took its place; no money moved',
  ),
  'order.refundAsked': untold('a wish of whoever paid; nothing moves until staff decide'),
  'order.refundOpened': proposed,
  'order.refundWithdrawn': proposed,
  'order.refundApproved': tells('PAYMENT'),
  'order.refundRefused': tellsWhen('askedByStudent', 'PAYMENT'),
  'organisation.created': noLearner,
  'organisation.updated': tellsAll(
    'who agreed to it and is not paid for, when it is disabled or opened again',
    'PAYMENT',
  ),
  'organisation.reset': noLearner,
  'organisation.loggedIn': noLearner,
  'organisation.loginFailed': noLearner,
  'organisation.loggedOut': noLearner,
  'organisation.passwordChanged': noLearner,
  'organisation.passwordRefused': noLearner,
  'organisation.locked': noLearner,
  'organisation.lockedAttempt': noLearner,
  'invitation.listed': untold(
    'a job tells whoever is registered, so that no employer learns from the time of an answer who is',
  ),
  'invitation.returned': noLearner,
  'invitation.confirmed': ownAct,
  'invitation.declined': ownAct,
  'invitation.withdrawn': tellsWhen('confirmed', 'PAYMENT'),
  'invitation.exported': noLearner,
  'invitation.vouchedFor': untold(
    'what the employer declares with its order; whom it pays for is told with order.paid',
  ),
  'finance.differenceRetried': untold('somebody looks once more whether books agree'),
  'finance.refundRetried': untold('the channel is asked once more for what was told when the refund began'),
  'finance.caseProposed': proposed,
  'finance.caseDecided': { ...tellsPayer('PAYMENT'), when: 'told' },
  'finance.caseRefused': proposed,
  'finance.caseWithdrawn': proposed,
  'finance.caseReopened': untold(
    'whoever was told of a decision that it undoes is told so (money.undone); for the others nothing changed',
  ),
  'finance.bookedOnBillDay': untold(
    'the sum and the order stay as they were told; only the day in the books is the channel’s',
  ),
  'finance.closedMoneyOpened': untold('the account is closed: there is nobody to be told'),
  'finance.closedMoneyKept': untold('the account is closed: there is nobody to be told'),
  'finance.billMissing': noLearner,
  'finance.channelChecked': noLearner,
  'finance.exported': noLearner,
  'statistics.exported': noLearner,
  'print_font.added': noLearner,
  'print_font.removed': noLearner,
  'invoice.applied': ownAct,
  'invoice.withdrawn': ownAct,
  'invoice.changeAsked': ownAct,
  'invoice.changeWithdrawn': ownAct,
  'invoice.exported': noLearner,
  'invoice.numbered': untold('the number is told with the invoice'),
  'invoice.issued': tells('INVOICE'),
  'invoice.failed': tells('INVOICE'),
  'invoice.reversed': tells('INVOICE'),
  'invoice.taxSettled': untold('between the portal and the tax office'),
  'invoice.sellerSet': noLearner,
  'invoice.fileDropped': noLearner,
  'payment.mismatched': untold('staff are asked to look at it; nothing was booked'),
  'payment.replaced': untold('the student chose another way to pay'),
  'payment.refundBegun': tells('PAYMENT'),
  'payment.refunded': tells('PAYMENT'),
  'payment.refundFailed': untold('it is asked for again; what was told when it began still holds'),
} as const satisfies Record<`${string}.${string}`, AuditNotification>

export type AuditAction = keyof typeof auditActions
