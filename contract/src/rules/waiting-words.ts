/** What on a proof the letters stand in that no print font has. */
export type PrintedField = 'NAME' | 'EMPLOYER' | 'TITLE' | 'ISSUER'

export interface MissingLetters {
  field: PrintedField
  letters: string
}

export const printedFieldNames: Record<PrintedField, string> = {
  NAME: '姓名',
  EMPLOYER: '执业单位',
  TITLE: '课程名称',
  ISSUER: '发证单位名称',
}

/** 姓名中的“𱍥”字、课程名称中的“𰀘”“𰀙”字 */
function missingWords(missing: readonly MissingLetters[]): string {
  return missing
    .map(({ field, letters }) => `${printedFieldNames[field]}中的${quoted(letters)}字`)
    .join('、')
}

/** Each letter in quotes. */
export function quoted(letters: string): string {
  return [...letters].map((letter) => `“${letter}”`).join('')
}

/** Said to a learner whose year is complete and whose proof waits for a font. */
export function waitingWords(missing: readonly MissingLetters[]): string {
  const own = missing[0]?.field === 'ISSUER' ? '' : '您的'
  return `${own}${missingWords(missing)}，打印字体里还没有。学时已达到要求，证明将在工作人员补充字体后自动发放，您不用再做什么。`
}

/** Said where such a name is entered: nothing hinders it. */
export function unprintableWords(missing: readonly MissingLetters[]): string {
  return `${missingWords(missing)}，打印字体里还没有，不影响学习和考试；学时达标后，证明将在工作人员补充字体后自动发放。`
}
