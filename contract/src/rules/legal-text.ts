/** Limits of a new version of a legal text, for the form and the check of its call. */
export const textLimits = {
  /** letters of the summary of changes */
  summary: 300,
  graceDays: 90,
  /** how far ahead its day may lie */
  daysAhead: 365,
} as const

export const textTitles = { AGREEMENT: '用户协议', PRIVACY: '隐私政策' } as const

/** How a version was accepted, as its owner reads it. */
export const consentWayNames = {
  REGISTER: '注册时同意',
  FIRST_SIGN_IN: '首次登录时同意',
  NEW_VERSION: '新版本发布后同意',
} as const
