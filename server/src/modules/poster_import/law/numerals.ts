const digits = '零一二三四五六七八九'
const units: Record<string, number> = { 十: 10, 百: 100, 千: 1000 }

/** 一百二十 → 120, also 〇, 两 and 12 or １２; undefined for any other text. Up to 9999: no law has more articles. */
export function numberOf(words: string): number | undefined {
  const text = words.normalize('NFKC').replaceAll('〇', '零').replaceAll('两', '二')
  if (/^\d{1,4}$/.test(text)) return Number(text)
  if (!/^[零一二三四五六七八九十百千]+$/.test(text)) return undefined
  let total = 0
  let digit: number | undefined
  for (const letter of text) {
    const unit = units[letter]
    if (unit === undefined) {
      // 二〇 in a year is no number of an article
      if (digit !== undefined && digit !== 0) return undefined
      digit = digits.indexOf(letter)
      continue
    }
    // 十二 leaves the one out
    total += (digit === undefined || digit === 0 ? 1 : digit) * unit
    digit = undefined
  }
  return total + (digit ?? 0)
}

/** how a law counts: 第十二条, 第 12 条 */
export const ordinal = String.raw`第\s*([〇零一二两三四五六七八九十百千\d０-９]{1,12})\s*`
