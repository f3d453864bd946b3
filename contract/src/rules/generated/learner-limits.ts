// Made by npm run openapi from the calls of the contract: what each lets a field hold.

/** POST /student/v1/login */
export const studentLoginLimits = {
  account: { minLength: 1, maxLength: 60 },
  challenge: { maxLength: 4000 },
}

/** POST /student/v1/register */
export const studentRegisterLimits = {
  name: { maxLength: 200 },
  idNo: { minLength: 1, maxLength: 30 },
  phone: { maxLength: 60 },
  certificateNo: { maxLength: 60 },
  employer: { maxLength: 100 },
  titleCode: { min: 0, max: 99 },
  agreementVersion: { minLength: 1, maxLength: 40 },
  privacyVersion: { minLength: 1, maxLength: 40 },
  challenge: { maxLength: 4000 },
}

/** POST /student/v1/modify */
export const studentModifyLimits = {
  education: { maxLength: 20 },
  school: { maxLength: 60 },
  major: { maxLength: 60 },
  titleCode: { min: 0, max: 99 },
  employer: { maxLength: 100 },
  employerCreditCode: { maxLength: 18 },
  registrationNo: { maxLength: 30 },
  practiceScope: { maxLength: 40 },
  city: { maxLength: 40 },
  address: { maxLength: 200 },
  email: { maxLength: 100 },
  phone: { maxLength: 60 },
}

/** POST /student/v1/accept_agreements */
export const studentAcceptAgreementsLimits = {
  texts: { maxItems: 10 },
}

/** POST /order/v1/create_order */
export const orderCreateOrderLimits = {
  year: { min: 2000, max: 9999 },
  courseIds: { maxItems: 200 },
}

/** GET /order/v1/query_status */
export const orderQueryStatusLimits = {
  orderNo: { maxLength: 60 },
}

/** POST /order/v1/open_payment */
export const orderOpenPaymentLimits = {
  orderNo: { maxLength: 60 },
}

/** POST /order/v1/ask_payer */
export const orderAskPayerLimits = {
  orderNo: { maxLength: 60 },
}

/** POST /order/v1/open_in_wechat */
export const orderOpenInWechatLimits = {
  orderNo: { maxLength: 60 },
  state: { maxLength: 128 },
}

/** POST /order/v1/cancel_order */
export const orderCancelOrderLimits = {
  orderNo: { maxLength: 60 },
}

/** POST /order/v1/request_refund */
export const orderRequestRefundLimits = {
  orderNo: { maxLength: 60 },
  reason: { minLength: 2, maxLength: 200 },
}

/** GET /course/v1/catalogue */
export const courseCatalogueLimits = {
  year: { min: 2000, max: 9999 },
  keyword: { maxLength: 50 },
}

/** GET /course/v1/catalogue_course */
export const courseCatalogueCourseLimits = {
  year: { min: 2000, max: 9999 },
  id: { maxLength: 200 },
}

/** GET /course/v1/catalogue_trial */
export const courseCatalogueTrialLimits = {
  year: { min: 2000, max: 9999 },
  id: { maxLength: 200 },
}

/** GET /course/v1/year_plan */
export const courseYearPlanLimits = {
  year: { min: 2000, max: 9999 },
}

/** POST /course/v1/course_list */
export const courseCourseListLimits = {
  year: { min: 2000, max: 9999 },
  keyword: { maxLength: 50 },
}

/** POST /course/v1/learn_process */
export const courseLearnProcessLimits = {
  seq: { min: 0, max: 10_000_000 },
  position: { min: 0, max: 1_000_000 },
  intervals: { maxItems: 200, items: { maxItems: 2 } },
  filmEnd: { min: 0, max: 1_000_000 },
  ageSeconds: { min: 0, max: 86_400 },
}

/** POST /course/v1/evaluate */
export const courseEvaluateLimits = {
  content: { min: 1, max: 5 },
  teacher: { min: 1, max: 5 },
  usefulness: { min: 1, max: 5 },
  text: { maxLength: 200 },
}

/** POST /course_reduce/v1/save */
export const courseReduceSaveLimits = {
  version: { min: 0 },
  year: { min: 2000, max: 9999 },
  hours: { min: 0.1, max: 300 },
  reason: { maxLength: 500 },
  attachments: { maxItems: 9 },
}

/** POST /course_reduce/v1/submit */
export const courseReduceSubmitLimits = {
  version: { min: 0 },
  year: { min: 2000, max: 9999 },
  hours: { min: 0.1, max: 300 },
  reason: { minLength: 2, maxLength: 500 },
  attachments: { maxItems: 9 },
}

/** POST /course_reduce/v1/withdraw */
export const courseReduceWithdrawLimits = {
  version: { min: 1 },
}

/** GET /course_reduce/v1/query */
export const courseReduceQueryLimits = {
  year: { min: 2000, max: 9999 },
}

/** POST /exam/v1/consent */
export const examConsentLimits = {
  version: { minLength: 1, maxLength: 40 },
}

/** POST /exam/v1/save_answer */
export const examSaveAnswerLimits = {
  seq: { min: 1, max: 1001 },
}

/** POST /exam/v1/submit_exam */
export const examSubmitExamLimits = {
  seq: { min: 1, max: 1001 },
}

/** POST /exam/v1/submit_sealed */
export const examSubmitSealedLimits = {
  seq: { min: 1, max: 1001 },
  beacon: { maxLength: 80 },
  sealedAfterMs: { min: 0, max: 100_000_000 },
}

/** POST /exam/v1/appeal */
export const examAppealLimits = {
  text: { minLength: 5, maxLength: 500 },
}

/** POST /exam/v1/rehearse_save */
export const examRehearseSaveLimits = {
  seq: { min: 1, max: 1001 },
}

/** POST /exam/v1/exam_capture */
export const examExamCaptureLimits = {
  no: { min: 1, max: 100 },
  failure: { maxLength: 200 },
  camera: { maxLength: 1000 },
}

/** GET /certification_grant/v1/query */
export const certificationGrantQueryLimits = {
  year: { min: 2000, max: 9999 },
}

/** POST /certification_grant/v1/print_years */
export const certificationGrantPrintYearsLimits = {
  years: { maxItems: 20, items: { min: 2000, max: 9999 } },
}

/** GET /certification_grant/v1/verify */
export const certificationGrantVerifyLimits = {
  code: { minLength: 8, maxLength: 40 },
  name: { maxLength: 200 },
}

/** GET /certification_grant/v1/ledger */
export const certificationGrantLedgerLimits = {
  year: { min: 2000, max: 9999 },
}

/** GET /first_page/v1/posters_list */
export const firstPagePostersListLimits = {
  keyword: { maxLength: 50 },
}

/** GET /first_page/v1/posters_info */
export const firstPagePostersInfoLimits = {
  id: { maxLength: 200 },
}

/** GET /first_page/v1/search */
export const firstPageSearchLimits = {
  keyword: { minLength: 1, maxLength: 50 },
}

/** POST /message/v1/send_email_code */
export const messageSendEmailCodeLimits = {
  email: { maxLength: 100 },
}

/** POST /message/v1/agree_email */
export const messageAgreeEmailLimits = {
  email: { maxLength: 100 },
  code: { maxLength: 40 },
}

/** POST /invoice/v1/apply */
export const invoiceApplyLimits = {
  orderNo: { maxLength: 60 },
  title: { minLength: 1, maxLength: 100 },
  taxNo: { maxLength: 40 },
  email: { maxLength: 100 },
  remark: { maxLength: 100 },
}

/** GET /invoice/v1/info */
export const invoiceInfoLimits = {
  orderNo: { maxLength: 60 },
}

/** POST /invoice/v1/change */
export const invoiceChangeLimits = {
  title: { minLength: 1, maxLength: 100 },
  taxNo: { maxLength: 40 },
  email: { maxLength: 100 },
  remark: { maxLength: 100 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /privacy/v1/correct */
export const privacyCorrectLimits = {
  value: { minLength: 1, maxLength: 200 },
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /privacy/v1/close */
export const privacyCloseLimits = {
  lost: { min: 0 },
}

/** POST /invitation/v1/confirm */
export const invitationConfirmLimits = {
  courseIds: { maxItems: 200 },
}

/** POST /system/v1/report */
export const systemReportLimits = {
  route: { maxLength: 200 },
  build: { maxLength: 40 },
  browser: { maxLength: 30 },
  errors: { maxItems: 5, items: { message: { minLength: 1, maxLength: 300 }, source: { maxLength: 200 }, line: { min: 0, max: 10_000_000 }, column: { min: 0, max: 10_000_000 }, stack: { maxLength: 2048 } } },
  vitals: { maxItems: 5, items: { value: { min: 0, max: 600_000 } } },
}
