export interface Limits {
  /** the field's name, as the message begins */
  what: string
  min: number
  max: number
  /** as it follows the number: ' 元', '%' */
  unit?: string
  decimals?: number
}

/** What is wrong with a number; null: nothing, or none was given. */
export function numberProblem(limits: Limits, value: number | null | undefined): string | null {
  const { what, min, max, unit = '', decimals = 0 } = limits
  if (value === null || value === undefined) return null
  const places = value * 10 ** decimals
  if (value >= min && value <= max && Math.abs(places - Math.round(places)) < 1e-6) return null
  const form = decimals === 0 ? '不带小数' : `最多 ${decimals} 位小数`
  return `${what}应为 ${min}–${max}${unit}，${form}，请改正`
}

/** The same of a number that must be there. */
export function missingOrWrong(limits: Limits, value: number | null): string | null {
  return value === null ? `请填写${limits.what}` : numberProblem(limits, value)
}
