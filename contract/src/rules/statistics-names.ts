/** How far people of a year have come: on the desk and in its workbook. */
export const stepNames = {
  SIGNED: '报名',
  PAID: '缴费',
  LEARNED: '学完',
  PASSED: '考试通过',
  PROVEN: '取得证明',
} as const

/** Where hours come from, in both places. */
export const sourceNames = {
  COURSE: '课程考试',
  REDUCTION: '学时减免',
  RECORD: '公需录入',
  ADJUST: '调整',
  REVERSAL: '冲销',
} as const
