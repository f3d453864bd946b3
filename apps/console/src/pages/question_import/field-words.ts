import type { QuestionField } from '@ce/client/staff/question_import.ts'
import { keysOf } from '../../components/codes.ts'

/** What a column can be, in the order the choice offers them. */
export const fieldWords: Record<QuestionField, string> = {
  TYPE: '题型',
  STEM: '题干',
  OPTIONS: '全部选项（一格，每行一个）',
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
  STATE: '状态（停用的不导入）',
}

/** The fields in that order, as a choice offers them. */
export const questionFields = keysOf(fieldWords).map((value) => ({
  value,
  label: fieldWords[value],
}))
