import { type FieldRule, ruleProblem } from '@ce/contract/person'

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
