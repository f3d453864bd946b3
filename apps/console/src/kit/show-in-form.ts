import { refusalProblems } from '@ce/client/form-refusal.ts'
import type { FormInstance } from 'antd'

/** Shows problems at their fields and focuses the first field. @returns the problem without a field */
export function showProblemsInForm(form: FormInstance, error: unknown): string | null {
  // A problem of a whole list cannot be shown at a single field inside the list.
  const alone = form.getFieldsError().filter(({ name }) => name.length === 1)
  const shown = new Set(alone.map(({ name }) => String(name[0])))
  const { fields, above } = refusalProblems(error, (name) => shown.has(name))
  const known = Object.entries(fields)
  form.setFields(known.map(([name, problem]) => ({ name, errors: [problem] })))
  const first = known.find(([name]) => form.getFieldInstance(name) !== undefined)
  if (first) form.focusField(first[0])
  return above
}

/**
 * Clears the problem of a field when the field changes, then calls `then`. Clearing the problem on blur could move a
 * button away from the pointer during a click.
 */
export function clearAnsweredProblems<Changed extends object>(
  form: FormInstance,
  then?: (changed: Changed) => void,
): (changed: Changed) => void {
  return (changed) => {
    const answered = Object.keys(changed).filter((name) => form.getFieldError(name).length > 0)
    form.setFields(answered.map((name) => ({ name, errors: [] })))
    then?.(changed)
  }
}
