import type { FormInstance } from 'antd'
import { unsavedChangesText, useLossWarning } from './losses.ts'

/** Returns false if all fields have their initial values again. */
export function hasFormChanges<Fields extends object>(
  form: FormInstance<Fields>,
  initial: Partial<Fields> = {},
): boolean {
  const touched: object = form.getFieldsValue(true, (meta) => meta?.touched ?? false)
  const before = new Map<string, unknown>(Object.entries(initial))
  return Object.entries(touched).some(([name, value]) => !isSame(value, before.get(name)))
}

/** Call `form.resetFields` after saving, so that the form counts as unchanged. */
export function useUnsavedForm<Fields extends object>(
  form: FormInstance<Fields>,
  what: string,
  initial?: Partial<Fields>,
): void {
  useLossWarning(true, () => (hasFormChanges(form, initial) ? unsavedChangesText(what) : null))
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(orNull(one)) === JSON.stringify(orNull(other))

const orNull = (value: unknown) =>
  value === '' || value === false || (Array.isArray(value) && value.length === 0) ? null : (value ?? null)
