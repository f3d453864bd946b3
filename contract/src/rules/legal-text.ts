export const legalTextLimits = {
  summary: 300,
  graceDays: 90,
  /** A new version may take effect at most this many days ahead. */
  daysAhead: 365,
} as const

export const legalTextTitles = { AGREEMENT: '用户协议', PRIVACY: '隐私政策' } as const

export const legalTextConsentLabels = {
  REGISTER: '注册时同意',
  FIRST_SIGN_IN: '首次登录时同意',
  NEW_VERSION: '新版本发布后同意',
} as const
