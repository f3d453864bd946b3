export const yearStepNames = {
  SIGNED: '报名',
  PAID: '缴费',
  LEARNED: '学完',
  PASSED: '考试通过',
  PROVEN: '取得证明',
} as const

export const hoursSourceNames = {
  COURSE: '课程考试',
  REDUCTION: '学时减免',
  RECORD: '公需录入',
  ADJUST: '调整',
  REVERSAL: '冲销',
} as const
