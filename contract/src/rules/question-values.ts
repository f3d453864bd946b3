import { foldQuestionText } from './question-text.ts'

const digits: Readonly<Record<string, string>> = {
  ...{ 零: '0', 一: '1', 二: '2', 两: '2', 三: '3', 四: '4', 五: '5' },
  ...{ 六: '6', 七: '7', 八: '8', 九: '9', 十: '10' },
}

/** Equal keys mean equal options: spaces, width, marks, case and number format are ignored. */
export function optionEqualityKey(text: string): string {
  return foldQuestionText(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\s*[([]?[a-j][)\]]?[.、:)]\s*(?=\S{2})/, '')
    .replace(/[\s\u200b-\u200d\ufeff"“”'‘’。．；;，、！!？?（）()【】[\]《》<>]+(?![\d])/g, '')
    .replace(/\s+/g, '')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(
      /(?<![一二两三四五六七八九十百千万])[零一二两三四五六七八九十](?=[个年月日天次种项周岁倍级名条款类])/g,
      (sign) => digits[sign] ?? sign,
    )
    .replace(/(\.\d*?)0+(?!\d)/g, '$1')
    .replace(/\.(?!\d)/g, '')
    .replace(/毫克/g, 'mg')
    .replace(/毫升/g, 'ml')
    .replace(/微克|µg/g, 'μg')
    .replace(/摄氏度|°c|℃/g, '℃')
}

const number =
  /^(?:[<>≤≥≈＜＞±+\-−]|约|不超过|不低于|不少于|至少|至多)?\s*\d[\d,]*(?:\.\d+)?(?:\s*[-–—~～至×]\s*\d[\d,]*(?:\.\d+)?)?\s*/

/** Returns the indexes of plain numbers when other options have a unit. */
export function findOptionsWithoutUnit(texts: readonly string[]): number[] {
  const parts = texts.map((text) => {
    const folded = foldQuestionText(text).trim()
    const found = number.exec(folded)
    return found ? folded.slice(found[0].length).trim() : null
  })
  const numbers = parts.filter((unit) => unit !== null)
  const bare = parts.flatMap((unit, index) =>
    unit === '' && !/^0+$/.test(foldQuestionText(texts[index] ?? '').trim()) ? [index] : [],
  )
  const withUnit = numbers.filter((unit) => unit !== '' && unit.length <= 8)
  if (numbers.length < texts.length || withUnit.length < 2 || bare.length >= withUnit.length) return []
  return bare
}

/** Returns struck text, which the author meant to delete. */
export function findStruckText(text: string): string | null {
  const found =
    /(?:\S(?:\u0335|\u0336)\s*)+/.exec(text) ??
    /~~(?=\S)[^~\n]+~~/.exec(text) ??
    /<(s|del|strike)\b[^<>]{0,200}>[^<]*/i.exec(text)
  return found
    ? found[0]
        .replace(/\u0335|\u0336|<[^>]*>|~~/g, '')
        .trim()
        .slice(0, 60) || '…'
    : null
}

/** Finds text that only a spreadsheet or a wrong encoding produces. */
export function findCorruptedText(text: string, options: readonly string[]): string | null {
  const whole = foldQuestionText(text).trim()
  if (!options.includes(text)) return brokenWord.exec(whole)?.[0] ?? null
  const found = (brokenWord.exec(whole) ?? noise.exec(whole) ?? scientific.exec(whole))?.[0]
  if (found) return found
  // A date among options that are no dates was a value like 2-3 before a spreadsheet changed it.
  if (!day.test(whole) || options.every((one) => day.test(foldQuestionText(one).trim()))) return null
  return whole
}

const brokenWord =
  /\ufffd+|#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)|^#{3,}$|锟斤拷|烫烫烫|Ã[\u0080-\u00bf]|(?:&(?:nbsp|lt|gt|amp|quot|#\d{2,5});)/
const noise = /\d*\.\d*(?:0{7,}|9{7,})\d{0,3}(?!\d)/
const scientific = /^-?\d(?:\.\d+)?E[+-]?\d{1,3}$/
const day =
  /^\d{4}[-/]\d{1,2}[-/]\d{1,2}(?: 0{1,2}:00(?::00)?)?$|^\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)$|^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{2}$/
