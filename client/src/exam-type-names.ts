import { typeNames as bankNames, type QuestionType } from '@ce/contract/question-options'

/** What a question's type is called before a candidate. */
export const typeNames: Record<QuestionType, string> = {
  ...bankNames,
  MULTIPLE: `${bankNames.MULTIPLE}（全对才得分）`,
}
