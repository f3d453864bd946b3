// Made by npm run openapi from the calls of the contract: what each lets a field hold.

/** POST /staff/v1/login */
export const staffLoginLimits = {
  username: { minLength: 1, maxLength: 64 },
  password: { minLength: 1, maxLength: 128 },
  code: { maxLength: 40 },
  challenge: { maxLength: 4000 },
}

/** POST /staff/v1/change_password */
export const staffChangePasswordLimits = {
  oldPassword: { minLength: 1, maxLength: 128 },
  newPassword: { minLength: 8, maxLength: 64 },
}

/** POST /staff/v1/totp_begin */
export const staffTotpBeginLimits = {
  password: { minLength: 1, maxLength: 128 },
}

/** POST /staff/v1/totp_confirm */
export const staffTotpConfirmLimits = {
  code: { maxLength: 40 },
}

/** POST /staff/v1/totp_remove */
export const staffTotpRemoveLimits = {
  password: { minLength: 1, maxLength: 128 },
  code: { maxLength: 40 },
}

/** GET /staff/v1/staff_list */
export const staffStaffListLimits = {
  keyword: { maxLength: 50 },
}

/** POST /staff/v1/create_staff */
export const staffCreateStaffLimits = {
  username: { maxLength: 100 },
  name: { minLength: 2, maxLength: 30 },
  roles: { maxItems: 10, items: { maxLength: 40 } },
}

/** POST /staff/v1/update_staff */
export const staffUpdateStaffLimits = {
  name: { minLength: 2, maxLength: 30 },
  roles: { maxItems: 10, items: { maxLength: 40 } },
  before: { name: { maxLength: 30 }, roles: { maxItems: 10, items: { maxLength: 40 } } },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /staff/v1/reset_staff */
export const staffResetStaffLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** GET /audit/v1/list */
export const auditListLimits = {
  actor: { maxLength: 100 },
  action: { maxLength: 100 },
  subject: { maxLength: 100 },
}

/** POST /file/v1/begin */
export const fileBeginLimits = {
  name: { minLength: 1, maxLength: 200 },
  size: { min: 1 },
}

/** POST /file/v1/chunk */
export const fileChunkLimits = {
  offset: { min: 0 },
}

/** POST /file/v1/sign_part */
export const fileSignPartLimits = {
  offset: { min: 0 },
}

/** GET /poster/v1/list */
export const posterListLimits = {
  keyword: { maxLength: 50 },
}

/** POST /poster/v1/create */
export const posterCreateLimits = {
  content: { title: { minLength: 1, maxLength: 120 }, summary: { maxLength: 300 }, bodyHtml: { maxLength: 2_000_000 }, titleCode: { min: 0, max: 99 }, source: { maxLength: 60 }, author: { maxLength: 60 }, attachments: { maxItems: 20, items: { name: { minLength: 1, maxLength: 120 } } } },
}

/** POST /poster/v1/save */
export const posterSaveLimits = {
  content: { title: { minLength: 1, maxLength: 120 }, summary: { maxLength: 300 }, bodyHtml: { maxLength: 2_000_000 }, titleCode: { min: 0, max: 99 }, source: { maxLength: 60 }, author: { maxLength: 60 }, attachments: { maxItems: 20, items: { name: { minLength: 1, maxLength: 120 } } } },
}

/** POST /poster/v1/withdraw */
export const posterWithdrawLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /poster/v1/remove */
export const posterRemoveLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /poster/v1/publish_batch */
export const posterPublishBatchLimits = {
  items: { maxItems: 100 },
}

/** POST /poster/v1/withdraw_batch */
export const posterWithdrawBatchLimits = {
  items: { maxItems: 100 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /poster/v1/remove_batch */
export const posterRemoveBatchLimits = {
  items: { maxItems: 100 },
  reason: { minLength: 2, maxLength: 200 },
}

/** GET /poster/v1/preview */
export const posterPreviewLimits = {
  no: { min: 1, max: 2_000_000_000 },
}

/** POST /poster/v1/restore */
export const posterRestoreLimits = {
  no: { min: 1, max: 2_000_000_000 },
}

/** GET /poster_import/v1/item */
export const posterImportItemLimits = {
  no: { min: 0, max: 2000 },
}

/** POST /poster_import/v1/mend */
export const posterImportMendLimits = {
  no: { min: 0, max: 2000 },
  content: { title: { minLength: 1, maxLength: 120 }, summary: { maxLength: 300 }, bodyHtml: { maxLength: 2_000_000 }, titleCode: { min: 0, max: 99 }, source: { maxLength: 60 }, author: { maxLength: 60 }, attachments: { maxItems: 20, items: { name: { minLength: 1, maxLength: 120 } } } },
}

/** POST /poster_import/v1/choose */
export const posterImportChooseLimits = {
  nos: { maxItems: 2000, items: { min: 0, max: 2000 } },
}

/** POST /finance/v1/orders */
export const financeOrdersLimits = {
  year: { min: 2000, max: 9999 },
  number: { maxLength: 64 },
  student: { maxLength: 64 },
}

/** GET /finance/v1/order */
export const financeOrderLimits = {
  orderNo: { maxLength: 60 },
}

/** POST /finance/v1/open_refund */
export const financeOpenRefundLimits = {
  orderNo: { maxLength: 60 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /finance/v1/decide_refund */
export const financeDecideRefundLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /finance/v1/retry_refund */
export const financeRetryRefundLimits = {
  refundNo: { maxLength: 60 },
}

/** GET /finance/v1/differences */
export const financeDifferencesLimits = {
  number: { maxLength: 64 },
}

/** POST /finance/v1/preview_case */
export const financePreviewCaseLimits = {
  amount: { min: 0, max: 10_000_000_000 },
  orderNo: { maxLength: 60 },
  refundNo: { maxLength: 60 },
  reference: { minLength: 4, maxLength: 64 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /finance/v1/propose_case */
export const financeProposeCaseLimits = {
  amount: { min: 0, max: 10_000_000_000 },
  orderNo: { maxLength: 60 },
  refundNo: { maxLength: 60 },
  reference: { minLength: 4, maxLength: 64 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /finance/v1/decide_case */
export const financeDecideCaseLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /finance/v1/reopen_case */
export const financeReopenCaseLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** GET /finance/v1/year_report */
export const financeYearReportLimits = {
  year: { min: 2000, max: 9999 },
}

/** POST /finance/v1/keep_closed_money */
export const financeKeepClosedMoneyLimits = {
  orderNo: { maxLength: 60 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /finance/v1/export */
export const financeExportLimits = {
  year: { min: 2000, max: 9999 },
  number: { maxLength: 64 },
  student: { maxLength: 64 },
}

/** POST /first_page/v1/save_site_info */
export const firstPageSaveSiteInfoLimits = {
  title: { minLength: 1, maxLength: 40 },
  organizer: { minLength: 1, maxLength: 60 },
  address: { maxLength: 120 },
  email: { maxLength: 80 },
  phone: { maxLength: 40 },
  recordNumber: { maxLength: 60 },
  policeRecordNumber: { maxLength: 60 },
  wechatNumber: { maxLength: 40 },
  techSupport: { maxLength: 60 },
  qrImages: { maxItems: 4, items: { title: { maxLength: 30 } } },
  version: { maxLength: 40 },
}

/** POST /first_page/v1/save_swiper */
export const firstPageSaveSwiperLimits = {
  version: { maxLength: 40 },
  title: { minLength: 1, maxLength: 60 },
  redirectUrl: { maxLength: 500 },
}

/** POST /first_page/v1/order_swipers */
export const firstPageOrderSwipersLimits = {
  ids: { maxItems: 200 },
}

/** POST /first_page/v1/save_friendlink */
export const firstPageSaveFriendlinkLimits = {
  version: { maxLength: 40 },
  title: { minLength: 1, maxLength: 40 },
  redirectUrl: { maxLength: 500 },
}

/** POST /first_page/v1/order_friendlinks */
export const firstPageOrderFriendlinksLimits = {
  ids: { maxItems: 200 },
}

/** POST /first_page/v1/propose_text */
export const firstPageProposeTextLimits = {
  follows: { maxLength: 20 },
  summary: { minLength: 1, maxLength: 300 },
  graceDays: { min: 0, max: 90 },
  paragraphs: { maxItems: 200, items: { minLength: 1, maxLength: 2000 } },
}

/** POST /first_page/v1/decide_text */
export const firstPageDecideTextLimits = {
  reason: { maxLength: 300 },
}

/** POST /first_page/v1/withdraw_text */
export const firstPageWithdrawTextLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** GET /question/v1/list */
export const questionListLimits = {
  difficulty: { min: 1, max: 3 },
  tag: { maxLength: 20 },
  keyword: { maxLength: 50 },
}

/** POST /question/v1/save */
export const questionSaveLimits = {
  version: { min: 0 },
  content: { difficulty: { min: 1, max: 3 }, stem: { minLength: 4, maxLength: 1000 }, options: { maxItems: 10, items: { text: { minLength: 1, maxLength: 300 } } }, explanation: { maxLength: 2000 }, tags: { maxItems: 10, items: { minLength: 1, maxLength: 20 } } },
}

/** POST /question/v1/enable */
export const questionEnableLimits = {
  ids: { maxItems: 200 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /question/v1/accept_finding */
export const questionAcceptFindingLimits = {
  version: { min: 1 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /question_import/v1/check */
export const questionImportCheckLimits = {
  sheet: { minLength: 1, maxLength: 100 },
  headRow: { min: 1, max: 1000 },
  mapping: { maxItems: 100 },
}

/** GET /teaching/v1/teachers */
export const teachingTeachersLimits = {
  keyword: { maxLength: 50 },
}

/** POST /teaching/v1/save_teacher */
export const teachingSaveTeacherLimits = {
  version: { min: 0 },
  content: { name: { minLength: 2, maxLength: 30 }, titleCode: { min: 0, max: 3 }, employer: { maxLength: 60 }, intro: { maxLength: 500 } },
}

/** GET /teaching/v1/courses */
export const teachingCoursesLimits = {
  keyword: { maxLength: 50 },
}

/** POST /teaching/v1/save_course */
export const teachingSaveCourseLimits = {
  version: { min: 0 },
  content: { title: { minLength: 2, maxLength: 60 }, intro: { maxLength: 1000 }, trialSeconds: { min: 0, max: 1800 } },
}

/** POST /teaching/v1/save_draft */
export const teachingSaveDraftLimits = {
  revision: { min: 0 },
  lessons: { maxItems: 60, items: { title: { minLength: 2, maxLength: 60 }, html: { maxLength: 200_000 }, readingSeconds: { min: 30, max: 43_200 } } },
  rules: { singleCount: { min: 0, max: 100 }, multipleCount: { min: 0, max: 100 }, judgeCount: { min: 0, max: 100 }, mix: { maxItems: 9, items: { min: 0, max: 100 } }, pointsEach: { min: 1, max: 100 }, passMark: { min: 1, max: 100 }, examSeconds: { min: 60, max: 14_400 }, attemptsPerRound: { min: 1, max: 10 }, randomCaptures: { min: 0, max: 10 } },
}

/** POST /teaching/v1/discard_draft */
export const teachingDiscardDraftLimits = {
  revision: { min: 0 },
}

/** POST /teaching/v1/publish */
export const teachingPublishLimits = {
  revision: { min: 0 },
  note: { maxLength: 200 },
}

/** POST /teaching/v1/withdraw */
export const teachingWithdrawLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /teaching/v1/correct_length */
export const teachingCorrectLengthLimits = {
  durationSeconds: { min: 1, max: 43_200 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /study/v1/find */
export const studyFindLimits = {
  query: { maxLength: 100 },
}

/** POST /student_desk/v1/list */
export const studentDeskListLimits = {
  name: { maxLength: 50 },
  phone: { maxLength: 60 },
  idTail: { maxLength: 60 },
  certificateNo: { maxLength: 30 },
  employer: { maxLength: 50 },
}

/** POST /student_desk/v1/reveal */
export const studentDeskRevealLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /student_desk/v1/reset_password */
export const studentDeskResetPasswordLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /student_desk/v1/unlock */
export const studentDeskUnlockLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /student_desk/v1/end_sessions */
export const studentDeskEndSessionsLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /student_desk/v1/correct */
export const studentDeskCorrectLimits = {
  name: { maxLength: 200 },
  idNo: { minLength: 1, maxLength: 30 },
  phone: { maxLength: 60 },
  certificateNo: { maxLength: 60 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /student_desk/v1/propose_merge */
export const studentDeskProposeMergeLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /student_desk/v1/decide_merge */
export const studentDeskDecideMergeLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /roster_import/v1/check */
export const rosterImportCheckLimits = {
  sheet: { minLength: 1, maxLength: 100 },
  headRow: { min: 1, max: 1000 },
  mapping: { maxItems: 100 },
}

/** POST /roster_import/v1/renew_passwords */
export const rosterImportRenewPasswordsLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** GET /capture_review/v1/list */
export const captureReviewListLimits = {
  year: { min: 2000, max: 9999 },
}

/** GET /capture_review/v1/neighbours */
export const captureReviewNeighboursLimits = {
  year: { min: 2000, max: 9999 },
}

/** POST /capture_review/v1/propose */
export const captureReviewProposeLimits = {
  causes: { maxItems: 10 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /capture_review/v1/decide */
export const captureReviewDecideLimits = {
  reason: { minLength: 2, maxLength: 200 },
  seen: { maxItems: 20, items: { maxLength: 300 } },
}

/** POST /certification_grant/v1/list */
export const certificationGrantListLimits = {
  keyword: { maxLength: 50 },
  year: { min: 2000, max: 9999 },
}

/** POST /certification_grant/v1/revoke */
export const certificationGrantRevokeLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /certification_grant/v1/reissue */
export const certificationGrantReissueLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /certification_grant/v1/reverse_record */
export const certificationGrantReverseRecordLimits = {
  seq: { min: 1, max: 1_000_000 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /certification_grant/v1/print */
export const certificationGrantPrintLimits = {
  year: { min: 2000, max: 9999 },
  keyword: { maxLength: 50 },
  employer: { maxLength: 100 },
  numbers: { maxItems: 500, items: { maxLength: 60 } },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /certification_grant/v1/regulator_export */
export const certificationGrantRegulatorExportLimits = {
  year: { min: 2000, max: 9999 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /print_font/v1/add */
export const printFontAddLimits = {
  note: { minLength: 2, maxLength: 200 },
}

/** POST /print_font/v1/remove */
export const printFontRemoveLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /plan/v1/save */
export const planSaveLimits = {
  version: { min: 0 },
  content: { year: { min: 2000, max: 9999 }, title: { minLength: 2, maxLength: 60 }, price: { min: 0, max: 10_000_000 }, requiredHours: { professional: { min: 0, max: 500 }, public: { min: 0, max: 500 } }, courses: { maxItems: 200, items: { hours: { min: 0.1, max: 500 } } } },
}

/** POST /plan/v1/open */
export const planOpenLimits = {
  version: { min: 0 },
}

/** POST /plan/v1/close */
export const planCloseLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /plan/v1/remove */
export const planRemoveLimits = {
  version: { min: 0 },
}

/** POST /exam/v1/settle_question */
export const examSettleQuestionLimits = {
  reason: { minLength: 5, maxLength: 300 },
}

/** POST /exam/v1/propose_regrade */
export const examProposeRegradeLimits = {
  reason: { minLength: 5, maxLength: 300 },
  loseReason: { minLength: 5, maxLength: 300 },
  preview: { minLength: 1, maxLength: 100 },
}

/** POST /exam/v1/decide_regrade */
export const examDecideRegradeLimits = {
  note: { maxLength: 300 },
}

/** POST /exam/v1/board */
export const examBoardLimits = {
  keyword: { maxLength: 60 },
}

/** POST /exam/v1/ask */
export const examAskLimits = {
  seconds: { min: 60, max: 14_400 },
  reason: { minLength: 2, maxLength: 300 },
}

/** POST /exam/v1/decide */
export const examDecideLimits = {
  note: { maxLength: 300 },
  seen: { maxItems: 20, items: { maxLength: 300 } },
}

/** POST /exam/v1/extra_times */
export const examExtraTimesLimits = {
  keyword: { maxLength: 60 },
}

/** POST /exam/v1/set_extra_time */
export const examSetExtraTimeLimits = {
  phone: { maxLength: 60 },
  percent: { min: 0, max: 200 },
  reason: { minLength: 2, maxLength: 300 },
}

/** POST /exam/v1/answer_appeal */
export const examAnswerAppealLimits = {
  answer: { minLength: 5, maxLength: 500 },
  remedyReason: { minLength: 5, maxLength: 300 },
}

/** POST /exam/v1/rehearsals */
export const examRehearsalsLimits = {
  keyword: { maxLength: 60 },
}

/** POST /course_reduce/v1/save_type */
export const courseReduceSaveTypeLimits = {
  version: { min: 0 },
  rule: { name: { minLength: 2, maxLength: 40 }, hours: { min: 0.1, max: 300 }, unit: { maxLength: 4 }, yearCap: { min: 0.1, max: 300 }, evidence: { minLength: 2, maxLength: 500 }, minFiles: { min: 1, max: 9 }, levels: { min: 1, max: 2 }, samplePercent: { min: 0, max: 100 } },
}

/** POST /course_reduce/v1/list */
export const courseReduceListLimits = {
  year: { min: 2000, max: 9999 },
  keyword: { maxLength: 40 },
}

/** POST /course_reduce/v1/decide */
export const courseReduceDecideLimits = {
  version: { min: 1 },
  hours: { min: 0.1, max: 300 },
  opinion: { maxLength: 200 },
  despiteOverlap: { maxItems: 50 },
}

/** POST /course_reduce/v1/approve_all */
export const courseReduceApproveAllLimits = {
  items: { maxItems: 50, items: { version: { min: 1 } } },
  opinion: { maxLength: 200 },
}

/** POST /course_reduce/v1/check */
export const courseReduceCheckLimits = {
  version: { min: 1 },
  opinion: { minLength: 2, maxLength: 200 },
}

/** POST /course_reduce/v1/reverse */
export const courseReduceReverseLimits = {
  version: { min: 1 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /invoice/v1/list */
export const invoiceListLimits = {
  keyword: { maxLength: 60 },
}

/** POST /invoice/v1/export */
export const invoiceExportLimits = {
  ids: { maxItems: 500 },
}

/** POST /invoice/v1/number */
export const invoiceNumberLimits = {
  invoiceNo: { maxLength: 40 },
}

/** POST /invoice/v1/issue */
export const invoiceIssueLimits = {
  fileIds: { maxItems: 200 },
}

/** POST /invoice/v1/issue_for */
export const invoiceIssueForLimits = {
  reason: { minLength: 2, maxLength: 200 },
  typed: { code: { maxLength: 40 }, number: { maxLength: 40 }, title: { minLength: 1, maxLength: 100 }, taxNo: { maxLength: 40 }, amount: { min: 1, max: 1_000_000_000 } },
}

/** POST /invoice/v1/set_seller */
export const invoiceSetSellerLimits = {
  name: { minLength: 2, maxLength: 100 },
  taxNo: { maxLength: 60 },
  before: { name: { maxLength: 100 }, taxNo: { maxLength: 40 } },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /invoice/v1/fail */
export const invoiceFailLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /invoice/v1/reverse */
export const invoiceReverseLimits = {
  redNo: { maxLength: 40 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /invoice/v1/settle */
export const invoiceSettleLimits = {
  redNo: { maxLength: 40 },
}

/** GET /statistics/v1/year */
export const statisticsYearLimits = {
  year: { min: 2000, max: 9999 },
}

/** POST /statistics/v1/export */
export const statisticsExportLimits = {
  year: { min: 2000, max: 9999 },
}

/** POST /privacy/v1/decide_correction */
export const privacyDecideCorrectionLimits = {
  note: { maxLength: 200 },
}

/** POST /message/v1/retry */
export const messageRetryLimits = {
  reason: { minLength: 1, maxLength: 100 },
}

/** POST /retention/v1/set */
export const retentionSetLimits = {
  key: { maxLength: 40 },
  keepDays: { min: 1, max: 36_500 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /setting/v1/set */
export const settingSetLimits = {
  key: { maxLength: 60 },
  value: { min: 0, max: 1_000_000 },
  reason: { minLength: 2, maxLength: 200 },
}

/** GET /organisation/v1/list */
export const organisationListLimits = {
  keyword: { maxLength: 60 },
}

/** POST /organisation/v1/create */
export const organisationCreateLimits = {
  creditCode: { maxLength: 60 },
  name: { minLength: 2, maxLength: 100 },
  contactName: { minLength: 2, maxLength: 30 },
  contactPhone: { maxLength: 20 },
}

/** POST /organisation/v1/update */
export const organisationUpdateLimits = {
  name: { minLength: 2, maxLength: 100 },
  contactName: { minLength: 2, maxLength: 30 },
  contactPhone: { maxLength: 20 },
  before: { name: { maxLength: 100 }, contactName: { maxLength: 30 }, contactPhone: { maxLength: 20 } },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /organisation/v1/reset */
export const organisationResetLimits = {
  reason: { minLength: 2, maxLength: 200 },
}
