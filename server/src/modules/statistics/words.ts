/** What the workbook calls things. */
export const stepNames = {
  SIGNED: '报名',
  PAID: '缴费',
  LEARNED: '学完全部课程',
  PASSED: '考试全部通过',
  PROVEN: '取得证明',
}

export const sourceNames = {
  COURSE: '课程考试',
  REDUCTION: '学时减免',
  RECORD: '公需录入',
  ADJUST: '调整',
  REVERSAL: '冲销',
}

export const subjectNames = { PROFESSIONAL: '专业科目', PUBLIC: '公需科目' }

export const courseNotes = {
  paid: '缴费人数',
  learned: '学完人数',
  sat: '参考人数',
  passed: '通过人数',
  attempts: '考试次数',
  passedAttempts: '通过次数',
} as const
