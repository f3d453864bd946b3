export const subjectNames = { PROFESSIONAL: '专业科目', PUBLIC: '公需科目' } as const

export const printedSourceNames = {
  COURSE: '课程',
  REDUCTION: '减免',
  RECORD: '登记',
  ADJUST: '调整',
  REVERSAL: '冲销',
} as const
