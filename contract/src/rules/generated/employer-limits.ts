// Made by npm run openapi from the calls of the contract: what each lets a field hold.

/** POST /organisation/v1/login */
export const organisationLoginLimits = {
  creditCode: { minLength: 1, maxLength: 40 },
  password: { minLength: 1, maxLength: 128 },
  challenge: { maxLength: 4000 },
}

/** POST /organisation/v1/change_password */
export const organisationChangePasswordLimits = {
  oldPassword: { minLength: 1, maxLength: 128 },
  newPassword: { minLength: 8, maxLength: 64 },
}

/** POST /invitation/v1/check */
export const invitationCheckLimits = {
  fileName: { minLength: 1, maxLength: 120 },
  content: { minLength: 4, maxLength: 2_800_000 },
  sheet: { minLength: 1, maxLength: 100 },
  headRow: { min: 1, max: 1000 },
  mapping: { maxItems: 100 },
}

/** POST /invitation/v1/list */
export const invitationListLimits = {
  keyword: { maxLength: 30 },
}

/** POST /invitation/v1/withdraw */
export const invitationWithdrawLimits = {
  ids: { maxItems: 1000 },
}

/** POST /invitation/v1/create_order */
export const invitationCreateOrderLimits = {
  ids: { maxItems: 500 },
  vouchedFor: { maxItems: 500 },
}

/** GET /invitation/v1/query_status */
export const invitationQueryStatusLimits = {
  orderNo: { maxLength: 60 },
}

/** POST /invitation/v1/change_channel */
export const invitationChangeChannelLimits = {
  orderNo: { maxLength: 60 },
}

/** POST /invitation/v1/cancel_order */
export const invitationCancelOrderLimits = {
  orderNo: { maxLength: 60 },
}

/** POST /invitation/v1/request_refund */
export const invitationRequestRefundLimits = {
  reason: { minLength: 2, maxLength: 200 },
}

/** POST /invitation/v1/apply_invoice */
export const invitationApplyInvoiceLimits = {
  orderNo: { maxLength: 60 },
  email: { maxLength: 100 },
  remark: { maxLength: 100 },
}

/** GET /invitation/v1/invoice */
export const invitationInvoiceInfoLimits = {
  orderNo: { maxLength: 60 },
}
