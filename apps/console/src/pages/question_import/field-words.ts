import type { QuestionField } from '@ce/client/staff/question_import.ts'
import { questionFieldWords } from '@ce/contract/import-fields'
import { keysOf } from '../../components/codes.ts'

/** What the choice of a column says beside the field's name. */
const hints: Partial<Record<QuestionField, string>> = {
  OPTIONS: '全部选项（一格，每行一个）',
  ORDER: '选项次序（固定、可打乱）',
  STATE: '状态（停用的不导入）',
}

/** What a column can be, in the order the choice offers them. */
export const questionFields = keysOf(questionFieldWords).map((value) => ({
  value,
  label: hints[value] ?? questionFieldWords[value],
}))
