import { type FieldLimits, textLengthProblem } from '@ce/contract/field-limits'
import { useLayoutEffect, useRef, useState } from 'react'
import { type DraftLocation, type StoredFormDraft, useDraft } from './use-draft.ts'

export type FormValues = Record<string, string | boolean>
type Problems<All extends FormValues> = Partial<Record<keyof All, string>>
export type FieldCheck<All extends FormValues, Name extends keyof All = keyof All> = (
  value: All[Name],
  all: All,
) => string | null

export interface FormFields<All extends FormValues> {
  values: All
  problems: Problems<All>
  limits: Partial<Record<keyof All, FieldLimits>>
  form: React.RefObject<HTMLFormElement | null>
  /** Fields whose problems were listed; a corrected field leaves the list. */
  listed: readonly Listed<All>[]
  draft: StoredFormDraft
  set<Name extends keyof All>(name: Name, value: All[Name]): void
  /** Shows the problem of a field that the user leaves, but does not yet complain that it is empty. */
  leave(name: keyof All): void
  /** Checks all fields and moves to the first problem. */
  check(): boolean
  /** Shows a problem and moves to its field. */
  complain(name: keyof All & string, problem: string): void
  /** Shows a failed call's problems beside their fields. @returns the text of other problems */
  refuse(error: unknown): string | null
  focus(name: keyof All & string): void
  hide(name: keyof All & string): void
  /** Returns today as YYYY-MM-DD in the portal's time zone. */
  today(): string
}

interface Listed<All extends FormValues> {
  name: keyof All & string
  label: string
}

export interface FormOptions<All extends FormValues> {
  limits?: Partial<Record<keyof All, FieldLimits>>
  /** Where input is stored until it is sent; null for nowhere. */
  draft?: DraftLocation | null
  today: () => string
  /** Fields that no draft stores, because people must fill them in again each time, such as an agreement. */
  notKept?: readonly (keyof All & string)[]
  /** Separates problems of known fields from other problems. */
  problemsOf: (
    error: unknown,
    has: (name: string) => boolean,
  ) => { fields: Record<string, string>; above: string | null }
}

/** `checks` are run when a field is left and before the form is sent. The server checks the values again. */
export function useFormFields<All extends FormValues>(
  start: All,
  checks: { [Name in keyof All]?: FieldCheck<All, Name> },
  options: FormOptions<All>,
): FormFields<All> {
  const { problemsOf } = options
  const limits: FormFields<All>['limits'] = options.limits ?? {}
  const [values, setValues] = useState(start)
  const [problems, setProblems] = useState<Problems<All>>({})
  const [listed, setListed] = useState<readonly Listed<All>[]>([])
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft(start, values, setValues, options)
  useTypedBefore(form, values, setValues)

  const problemOf = (name: keyof All): string | null => {
    const value = values[name]
    const limit = limits[name]
    return (
      checks[name]?.(value, values) ?? (limit && typeof value === 'string' ? textLengthProblem(limit, value) : null)
    )
  }
  const note = (name: keyof All, problem: string | null) =>
    setProblems(({ [name]: _before, ...others }) =>
      asProblems<All>(problem === null ? others : { ...others, [name]: problem }),
    )
  const show = (found: Record<string, string>) => {
    const names = inOrder(form.current, Object.keys(found))
    setProblems(asProblems<All>(found))
    const labelled = names.map((name) => ({ name, label: labelOf(form.current, name) }))
    setListed(labelled.length > 1 ? labelled : [])
    const [first] = names
    // The focus moves after the problem's text is shown, because a phone's keyboard must not hide it.
    if (names.length === 1 && first) requestAnimationFrame(() => focusField(form.current, first))
  }
  return {
    values,
    problems,
    limits,
    form,
    listed: listed.filter(({ name }) => problems[name] !== undefined),
    draft,
    set: (name, value) => {
      setValues((before) => ({ ...before, [name]: value }))
      note(name, null)
    },
    leave: (name) => {
      if (values[name] !== '') note(name, problemOf(name))
    },
    check: () => {
      const found = Object.keys(values).flatMap((name) => {
        const problem = problemOf(name)
        return problem === null ? [] : [[name, problem] as const]
      })
      show(Object.fromEntries(found))
      return found.length === 0
    },
    complain: (name, problem) => {
      draft.stay()
      show({ [name]: problem })
    },
    refuse: (error) => {
      const { fields, above } = problemsOf(error, (name) => name in values)
      show(fields)
      return above
    },
    focus: (name) => focusField(form.current, name),
    hide: draft.hide,
    today: options.today,
  }
}

/** Reads text that was typed before the script ran. */
function useTypedBefore<All extends FormValues>(
  form: React.RefObject<HTMLFormElement | null>,
  values: All,
  setValues: (change: (before: All) => All) => void,
): void {
  const first = useRef(values)
  useLayoutEffect(() => {
    const typed: Record<string, string | boolean> = {}
    for (const [name, value] of Object.entries(first.current)) {
      const found = typedInto(form.current?.elements.namedItem(name), value)
      if (found !== value) typed[name] = found
    }
    if (Object.keys(typed).length > 0) setValues((before) => ({ ...before, ...typed }))
  }, [form, setValues])
}

/** Returns the text of the field's control; the value itself when there is no control. */
function typedInto(field: Element | RadioNodeList | null | undefined, value: string | boolean): string | boolean {
  if (typeof value === 'boolean')
    return field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : value
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.value === value) ? field.value : value
  return field instanceof RadioNodeList && field.value !== '' ? field.value : value
}

/** Sorts field names in reading order; names without a control come last. */
function inOrder<Name extends string>(form: HTMLFormElement | null, names: Name[]): Name[] {
  const controls = [...(form?.elements ?? [])].map((one) => one.getAttribute('name'))
  const place = (name: Name) => {
    const at = controls.indexOf(name)
    return at < 0 ? controls.length : at
  }
  return names.toSorted((one, other) => place(one) - place(other))
}

/** Returns a field's label without its required mark; a group has a legend. */
function labelOf(form: HTMLFormElement | null, name: string): string {
  const field = form?.elements.namedItem(name)
  const element = field instanceof RadioNodeList ? field[0] : field
  if (!(element instanceof HTMLElement)) return ''
  const label = element.id ? form?.querySelector(`label[for="${element.id}"]`) : null
  const legend = label ? null : element.closest('fieldset')?.querySelector('legend')
  return (label?.textContent ?? legend?.firstChild?.textContent ?? '').trim()
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name)
  const element = field instanceof RadioNodeList ? field[0] : field
  if (!(element instanceof HTMLElement)) return
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'center' })
}

/** The keys come from the form's values, so they are names of its fields. */
function asProblems<All extends FormValues>(problems: Record<string, string | undefined>): Problems<All> {
  return problems as Problems<All>
}
