export const rosterFieldLabels = {
  NAME: '姓名',
  ID_TYPE: '证件类型',
  ID_NO: '证件号',
  PHONE: '手机号',
  CERTIFICATE_NO: '资格证书编号',
  EMPLOYER: '执业单位',
  TITLE: '职称',
  YEAR: '年度',
  HOURS: '学时',
  COURSE: '课程名称',
  ISSUER: '颁发单位',
  REFERENCE: '凭证编号',
} as const

export const invitationFieldLabels = {
  NAME: '姓名',
  ID_NO: '证件号',
  CERTIFICATE_NO: '资格证书编号',
  PHONE: '手机号',
} as const

/** OPTIONS holds all options of a question in one cell, one per line; a row with STATE 停用 is not imported. */
export const questionFieldLabels = {
  TYPE: '题型',
  STEM: '题干',
  OPTIONS: '选项',
  OPTION_A: '选项 A',
  OPTION_B: '选项 B',
  OPTION_C: '选项 C',
  OPTION_D: '选项 D',
  OPTION_E: '选项 E',
  OPTION_F: '选项 F',
  OPTION_G: '选项 G',
  OPTION_H: '选项 H',
  OPTION_I: '选项 I',
  OPTION_J: '选项 J',
  ANSWER: '答案',
  EXPLANATION: '解析',
  DIFFICULTY: '难度',
  TAGS: '标签',
  ORDER: '选项次序',
  STATE: '状态',
} as const

/** Filters of an import report: rows with an action, or rows with changes or doubts. */
export const importRowViews = ['CREATE', 'CHANGED', 'DOUBT', 'REFUSE', 'SAME', 'WRITTEN'] as const
export type ImportRowView = (typeof importRowViews)[number]
