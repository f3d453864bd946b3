import { letterOf, type QuestionType } from '@ce/contract/question-options'

/** The right options by their letters: A、C; of a 判断题 by its word. */
export function answerWords(
  type: QuestionType,
  options: readonly { text: string; right: boolean }[],
): string {
  return options
    .flatMap(({ text, right }, index) => (right ? [type === 'JUDGE' ? text : letterOf(index)] : []))
    .join('、')
}
