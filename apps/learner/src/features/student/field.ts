import { type FieldRule, ruleProblem } from '@ce/contract/person'

/** A field of a person as every form shows it: its words, its rule, and how it is typed. */
export interface PersonField<Name extends string> {
  name: Name
  label: string
  /** below the field */
  hint?: string
  /** what is said when nothing was entered; without it the field may stay empty */
  needed?: string
  /** What is wrong with what was typed, in Chinese; asked of something only. */
  problem?: (typed: string, form: { idType?: string | undefined }) => string | null
  /** the choices of a list */
  options?: readonly { value: string | number; label: string }[]
  /** a choice may be taken back */
  clearable?: boolean
  /** a number that was pasted comes with spaces */
  withoutSpaces?: boolean
  autoComplete?: string
  inputMode?: 'numeric' | 'email'
  type?: 'email' | 'date'
}

/** A rule of the contract as a field's. */
export const byRule = (rule: FieldRule) => (typed: string) => ruleProblem(rule, typed)
