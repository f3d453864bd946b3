/** What people call the columns of tables that are imported, as problems and choices name them. */

export const rosterFieldWords = {
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

export const listFieldWords = {
  NAME: '姓名',
  ID_NO: '证件号',
  CERTIFICATE_NO: '资格证书编号',
  PHONE: '手机号',
} as const

/** OPTIONS: all in one cell, a line each; STATE: 停用 is not imported */
export const questionFieldWords = {
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

/** Which rows of a report are looked at: by what becomes of them, or by what a person should know of them. */
export const rowShows = ['CREATE', 'CHANGED', 'DOUBT', 'REFUSE', 'SAME', 'WRITTEN'] as const
export type RowShow = (typeof rowShows)[number]
