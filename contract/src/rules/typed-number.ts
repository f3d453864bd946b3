import { parseDecimal } from './decimal.ts'

const letter = '(?:(?![〇零一二两三四五六七八九十百千万亿半])\\p{Script=Han})'
const digits = '-?(?:[1-9]\\d{0,2}(?:,\\d{3})+(?:\\.\\d*)?|\\d+\\.?\\d*|\\.\\d+)'

/** A number, after a word or a currency sign, before a unit. A word that counts (万, 半) is part of the number, and not read. */
const written = new RegExp(`^(?:${letter}+:?)?\\p{Sc}?(${digits})(?:(?:%|${letter})+\\.?)?$`, 'u')

/**
 * A number as it was typed: with wide digits, a Chinese full stop, spaces, commas at thousands or a unit.
 * What else stands in it is not taken out: 1:30 is not 130.
 * @returns null: nothing was typed; NaN: that is no number
 */
export function typedNumber(typed: string | undefined): number | null {
  const text = (typed ?? '')
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[。｡]/g, '.')
  if (text === '') return null
  return parseDecimal(written.exec(text)?.[1]?.replaceAll(',', ''))
}

export interface NumberLimits {
  /** the field's name, as the message begins */
  what: string
  min: number
  max: number
  /** as it follows the number: ' 元', '%' */
  unit?: string
  decimals?: number
}

/** What is wrong with a number; null: nothing, or none was given. */
export function numberProblem(
  limits: NumberLimits,
  value: number | null | undefined,
): string | null {
  const { what, min, max, unit = '', decimals = 0 } = limits
  if (value === null || value === undefined) return null
  const places = value * 10 ** decimals
  if (value >= min && value <= max && Math.abs(places - Math.round(places)) < 1e-6) return null
  const form = decimals === 0 ? '不带小数' : `最多 ${decimals} 位小数`
  return `${what}应为 ${min}–${max}${unit}，${form}，请改正`
}

/** The same of a number that must be there. */
export function missingOrWrong(limits: NumberLimits, value: number | null): string | null {
  return value === null ? `请填写${limits.what}` : numberProblem(limits, value)
}
