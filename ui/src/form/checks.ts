import { type FieldRule, fieldRuleProblem } from '@ce/contract/person'
import { type NumberLimits, numberProblem, parseTypedNumber } from '@ce/contract/typed-number'
import { dateProblem } from './typed-date.ts'

type TextCheck = (value: string) => string | null

export const firstProblem =
  (...checks: TextCheck[]): TextCheck =>
  (value) => {
    for (const check of checks) {
      const problem = check(value)
      if (problem !== null) return problem
    }
    return null
  }

export const notBlank =
  (message: string): TextCheck =>
  (value) =>
    value.trim() === '' ? message : null

/** Checks a text against a rule. An empty text passes this check; only `notBlank` refuses it. */
export const matchesRule =
  (rule: FieldRule): TextCheck =>
  (value) =>
    value === '' ? null : fieldRuleProblem(rule, value)

export const minLength =
  ({ min, message }: { min: number; message: string }): TextCheck =>
  (value) =>
    value !== '' && value.trim().length < min ? message : null

/** Checks that a number is within limits. An empty field passes this check; only `notBlank` refuses it. */
export const numberWithin =
  (limits: NumberLimits): TextCheck =>
  (value) =>
    numberProblem(limits, parseTypedNumber(value))

/**
 * Checks that a day is within limits, given as YYYY-MM-DD. An empty field passes this check; only `notBlank` refuses
 * it.
 */
export const dateWithin =
  (limits: { min?: string; max?: string } = {}): TextCheck =>
  (value) =>
    dateProblem(value, limits)
