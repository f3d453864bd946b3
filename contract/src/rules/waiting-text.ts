export type PrintedField = 'NAME' | 'EMPLOYER' | 'TITLE' | 'ISSUER'

export interface MissingGlyphs {
  field: PrintedField
  letters: string
}

export const printedFieldNames: Record<PrintedField, string> = {
  NAME: '姓名',
  EMPLOYER: '执业单位',
  TITLE: '课程名称',
  ISSUER: '发证单位名称',
}

/** The text is for example 姓名中的“𱍥”字、课程名称中的“𰀘”“𰀙”字. */
function missingWords(missing: readonly MissingGlyphs[]): string {
  return missing.map(({ field, letters }) => `${printedFieldNames[field]}中的${quoteLetters(letters)}字`).join('、')
}

/** Puts each character into quotation marks. */
export function quoteLetters(letters: string): string {
  return [...letters].map((letter) => `“${letter}”`).join('')
}

/** Tells the student that the year is complete but the proof waits for a font. */
export function waitingForFontText(missing: readonly MissingGlyphs[]): string {
  const own = missing[0]?.field === 'ISSUER' ? '' : '您的'
  return `${own}${missingWords(missing)}，打印字体里还没有。学时已达到要求，证明将在工作人员补充字体后自动发放，您不用再做什么。`
}

/** A warning beside the input field; the name is accepted nevertheless. */
export function unprintableText(missing: readonly MissingGlyphs[]): string {
  return `${missingWords(missing)}，打印字体里还没有，不影响学习和考试；学时达标后，证明将在工作人员补充字体后自动发放。`
}
