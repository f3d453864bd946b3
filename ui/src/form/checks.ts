import { type FieldRule, ruleProblem } from '@ce/contract/person'
import { type NumberLimits, numberProblem, typedNumber } from '@ce/contract/typed-number'
import { dateProblem } from './typed-date.ts'

type TextCheck = (value: string) => string | null

/** The first problem counts. */
export const all =
  (...checks: TextCheck[]): TextCheck =>
  (value) => {
    for (const check of checks) {
      const problem = check(value)
      if (problem !== null) return problem
    }
    return null
  }

/** Something but spaces is there. */
export const needed =
  (message: string): TextCheck =>
  (value) =>
    value.trim() === '' ? message : null

/** A rule of the contract; an empty field is left to `needed`. */
export const matches =
  (rule: FieldRule): TextCheck =>
  (value) =>
    value === '' ? null : ruleProblem(rule, value)

/** As many letters as are asked for, once anything is there. */
export const atLeast =
  ({ min, message }: { min: number; message: string }): TextCheck =>
  (value) =>
    value !== '' && value.trim().length < min ? message : null

/** A number within its limits; an empty field is left to `needed`. */
export const numberWithin =
  (limits: NumberLimits): TextCheck =>
  (value) =>
    numberProblem(limits, typedNumber(value))

/** A day within its limits, both YYYY-MM-DD; an empty field is left to `needed`. */
export const dateWithin =
  (limits: { min?: string; max?: string } = {}): TextCheck =>
  (value) =>
    dateProblem(value, limits)
