import { optionLetterOf, type QuestionType } from '@ce/contract/question-options'

export function rightAnswerText(type: QuestionType, options: readonly { text: string; right: boolean }[]): string {
  return options
    .flatMap(({ text, right }, index) => (right ? [type === 'JUDGE' ? text : optionLetterOf(index)] : []))
    .join('、')
}
