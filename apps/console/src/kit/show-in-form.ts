import { problemsOf } from '@ce/client/form-refusal.ts'
import type { FormInstance } from 'antd'

/** Puts a failed call's problems beside their fields and moves the focus to the first. @returns what has no field */
export function showInForm(form: FormInstance, error: unknown): string | null {
  // a field inside a list has no place of its own for a problem of the list
  const alone = form.getFieldsError().filter(({ name }) => name.length === 1)
  const shown = new Set(alone.map(({ name }) => String(name[0])))
  const { fields, above } = problemsOf(error, (name) => shown.has(name))
  const known = Object.entries(fields)
  form.setFields(known.map(([name, problem]) => ({ name, errors: [problem] })))
  const first = known.find(([name]) => form.getFieldInstance(name) !== undefined)
  if (first) form.focusField(first[0])
  return above
}

/**
 * What is being answered is complained about no more. A complaint that stays until its field is left goes at the press of the button, and
 * may move the button away from under it.
 */
export function forgetAnswered(form: FormInstance): (changed: object) => void {
  return (changed) => {
    const answered = Object.keys(changed).filter((name) => form.getFieldError(name).length > 0)
    form.setFields(answered.map((name) => ({ name, errors: [] })))
  }
}
