import { questionTypeLabels as bankNames, type QuestionType } from '@ce/contract/question-options'

export const questionTypeNames: Record<QuestionType, string> = {
  ...bankNames,
  MULTIPLE: `${bankNames.MULTIPLE}（全对才得分）`,
}
