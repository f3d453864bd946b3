import { type FieldLimits, lengthProblem } from '@ce/contract/field-limits'
import { useLayoutEffect, useRef, useState } from 'react'
import { type Draft, type DraftPlace, useDraft } from './use-draft.ts'

export type Values = Record<string, string | boolean>
type Problems<All extends Values> = Partial<Record<keyof All, string>>
/** What is wrong with a value, in words; null when nothing is. */
export type Check<All extends Values, Name extends keyof All = keyof All> = (
  value: All[Name],
  all: All,
) => string | null

/** A form's values, what is wrong with them, and what is kept of them on this device. */
export interface Fields<All extends Values> {
  values: All
  problems: Problems<All>
  /** how much each text may hold, by the call that takes it */
  limits: Partial<Record<keyof All, FieldLimits>>
  form: React.RefObject<HTMLFormElement | null>
  /** the fields whose problems were shown together, first as one reads the form; they go as they are answered */
  listed: readonly Listed<All>[]
  draft: Draft
  set<Name extends keyof All>(name: Name, value: All[Name]): void
  /** when a field is left: says what is wrong with what was typed, never that something is missing */
  leave(name: keyof All): void
  /** Checks all and moves to what is wrong. */
  check(): boolean
  /** Says what is wrong with one field, and moves there: what was begun is not done. */
  complain(name: keyof All & string, problem: string): void
  /** Puts a failed call's problems beside their fields. @returns what has no field */
  refuse(error: unknown): string | null
  /** Moves to a field. */
  focus(name: keyof All & string): void
  /** Never kept on the device: a password. */
  hide(name: keyof All & string): void
  /** YYYY-MM-DD, where the portal is */
  today(): string
}

/** A field by its name, and by its label as it stands on the page. */
interface Listed<All extends Values> {
  name: keyof All & string
  label: string
}

export interface FormOptions<All extends Values> {
  limits?: Partial<Record<keyof All, FieldLimits>>
  /** where what is typed is kept until it is sent; null: nowhere */
  draft?: DraftPlace | null
  today: () => string
  /** what is given anew each time: an agreement */
  notKept?: readonly (keyof All & string)[]
  /** a failed call's problems by the fields that `has` knows, and what has none of them */
  problemsOf: (
    error: unknown,
    has: (name: string) => boolean,
  ) => { fields: Record<string, string>; above: string | null }
}

/** The state of a form. `checks` run when a field is left and when the form is sent; the server has the last word. */
export function useFields<All extends Values>(
  start: All,
  checks: { [Name in keyof All]?: Check<All, Name> },
  options: FormOptions<All>,
): Fields<All> {
  const { problemsOf } = options
  const limits: Fields<All>['limits'] = options.limits ?? {}
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
      checks[name]?.(value, values) ??
      (limit && typeof value === 'string' ? lengthProblem(limit, value) : null)
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
    // after the words have their room: the keyboard of a phone must not hide them
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

/** What was typed, or filled in by the browser, into a page from the server before its script ran. */
function useTypedBefore<All extends Values>(
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

/** What a control holds; the value itself where it has none, or cannot show it. */
function typedInto(
  field: Element | RadioNodeList | null | undefined,
  value: string | boolean,
): string | boolean {
  if (typeof value === 'boolean')
    return field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : value
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.value === value) ? field.value : value
  return field instanceof RadioNodeList && field.value !== '' ? field.value : value
}

/** As one reads the form; what has no control of its own comes last. */
function inOrder<Name extends string>(form: HTMLFormElement | null, names: Name[]): Name[] {
  const controls = [...(form?.elements ?? [])].map((one) => one.getAttribute('name'))
  const place = (name: Name) => {
    const at = controls.indexOf(name)
    return at < 0 ? controls.length : at
  }
  return names.toSorted((one, other) => place(one) - place(other))
}

/** A field's label without its mark; what is a group of controls has a legend. */
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

/** Its keys are names of the form's fields: they come from its values, or from a filter by them. */
function asProblems<All extends Values>(
  problems: Record<string, string | undefined>,
): Problems<All> {
  return problems as Problems<All>
}
