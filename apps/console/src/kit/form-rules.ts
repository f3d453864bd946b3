import { parseDecimal } from '@ce/contract/decimal'
import type { FieldLimits } from '@ce/contract/field-limits'
import { type FieldRule, fieldRuleProblem } from '@ce/contract/person'
import type { FormInstance } from 'antd'
import type { Rule } from 'antd/es/form'

/** The field accepts more than four characters, so that a wrong year is refused instead of cut. */
export const yearInputProps = { maxLength: 12, inputMode: 'numeric' } as const

export const yearRule = problemRule(yearProblem)

type RuleObject = Exclude<Rule, (form: FormInstance) => unknown>

/** The rule ignores an empty field; combine it with `requiredRule`. */
export function contractFieldRule(rule: FieldRule): Rule {
  return problemRule((value) => fieldRuleProblem(rule, value))
}

/** The rule ignores an empty field; combine it with `requiredRule`. */
export function problemRule(problemOf: (value: string) => string | null): RuleObject {
  return {
    validator: async (_rule, value: unknown) => {
      const problem = typeof value === 'string' && value !== '' ? problemOf(value) : null
      if (problem) throw new Error(problem)
    },
  }
}

/** Refuses an empty field; white space alone counts as empty. */
export function requiredRule(message: string): Rule {
  return { required: true, whitespace: true, message }
}

/** Checks the length of a text against the limits of the contract. */
export function textLengthRule(what: string, limits: Required<Pick<FieldLimits, 'minLength' | 'maxLength'>>) {
  const { minLength: min, maxLength: max } = limits
  return { min, max, message: `${what}为 ${min}–${max} 个字` }
}

/** Accepts full-width digits. Returns null if the year is valid or empty. */
export function yearProblem(typed: string): string | null {
  if (typed.trim() === '') return null
  const year = parseDecimal(typed.trim())
  return Number.isInteger(year) && year >= 2000 && year < 2100 ? null : '年度应为四位数字，如 2026'
}
