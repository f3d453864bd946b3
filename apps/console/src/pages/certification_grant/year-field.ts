import { checks } from '../../kit/form-rules.ts'

/** A field for a year. There is room for a digit too many and for spaces: the rule says so of a year that was not cut to another. */
export const yearField = { maxLength: 12, inputMode: 'numeric' } as const

/** What is wrong with a year as it was typed; null: nothing, or none was. */
export function yearProblem(typed: string): string | null {
  return /^(20\d\d)?$/.test(typed.trim()) ? null : '年度应为四位数字，如 2026'
}

export const yearRule = checks(yearProblem)
