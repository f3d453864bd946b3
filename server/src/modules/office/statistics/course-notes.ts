/** Only the exported workbook uses these texts; texts shared with the page are in the contract. */
export const courseNoteTexts = {
  paid: '缴费人数',
  learned: '学完人数',
  sat: '参考人数',
  passed: '通过人数',
  attempts: '考试次数',
  passedAttempts: '通过次数',
} as const
