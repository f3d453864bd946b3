import { parseDecimal } from './decimal.ts'

const letter = '(?:(?![〇零一二两三四五六七八九十百千万亿半])\\p{Script=Han})'
const digits = '-?(?:[1-9]\\d{0,2}(?:,\\d{3})+(?:\\.\\d*)?|\\d+\\.?\\d*|\\.\\d+)'

/** Matches a number after a word or currency sign and before a unit. Number words (万, 半) are not supported. */
const written = new RegExp(`^(?:${letter}+:?)?\\p{Sc}?(${digits})(?:(?:%|${letter})+\\.?)?$`, 'u')

/**
 * Accepts wide digits, a Chinese full stop, spaces, thousands separators and units, but 1:30 is not 130. @returns null
 * for empty, NaN for no number
 */
export function parseTypedNumber(typed: string | undefined): number | null {
  const text = (typed ?? '')
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[。｡]/g, '.')
  if (text === '') return null
  return parseDecimal(written.exec(text)?.[1]?.replaceAll(',', ''))
}

export interface NumberLimits {
  /** Field name that the message begins with. */
  what: string
  min: number
  max: number
  /** Unit shown after a number in the message, for example ' 元' or '%'. */
  unit?: string
  decimals?: number
}

export function numberProblem(limits: NumberLimits, value: number | null | undefined): string | null {
  const { what, min, max, unit = '', decimals = 0 } = limits
  if (value === null || value === undefined) return null
  const places = value * 10 ** decimals
  if (value >= min && value <= max && Math.abs(places - Math.round(places)) < 1e-6) return null
  const form = decimals === 0 ? '不带小数' : `最多 ${decimals} 位小数`
  return `${what}应为 ${min}–${max}${unit}，${form}，请改正`
}

export function requiredNumberProblem(limits: NumberLimits, value: number | null): string | null {
  return value === null ? `请填写${limits.what}` : numberProblem(limits, value)
}
