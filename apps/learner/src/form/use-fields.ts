import { problemsOf } from '@ce/client/form-refusal.ts'
import { useRef, useState } from 'react'

export type Values = Record<string, string | boolean>
/** What is wrong with a value, in words; null when nothing is. */
export type Check<All extends Values, Name extends keyof All = keyof All> = (
  value: All[Name],
  all: All,
) => string | null

/** A form's values, what is wrong with them, and the element the focus goes to when something is. */
export interface Fields<All extends Values> {
  values: All
  problems: Partial<Record<keyof All, string>>
  form: React.RefObject<HTMLFormElement | null>
  set<Name extends keyof All>(name: Name, value: All[Name]): void
  /** when a field is left: says what is wrong with what was typed, never that something is missing */
  leave(name: keyof All): void
  /** Checks all and moves to the first that is wrong. */
  check(): boolean
  /** Says what is wrong with one field, and moves there. */
  complain(name: keyof All & string, problem: string): void
  /** Puts a failed call's problems beside their fields. @returns what has no field */
  refuse(error: unknown): string | null
}

/** The state of a form. `checks` run when a field is left and when the form is sent; the server has the last word. */
export function useFields<All extends Values>(
  start: All,
  checks: { [Name in keyof All]?: Check<All, Name> } = {},
): Fields<All> {
  const [values, setValues] = useState(start)
  const [problems, setProblems] = useState<Partial<Record<keyof All, string>>>({})
  const form = useRef<HTMLFormElement>(null)

  const problemOf = (name: keyof All): string | null => checks[name]?.(values[name], values) ?? null
  const note = (name: keyof All, problem: string | null) =>
    setProblems(({ [name]: _before, ...others }) =>
      asProblems<All>(problem === null ? others : { ...others, [name]: problem }),
    )
  const show = (found: Partial<Record<keyof All, string>>) => {
    setProblems(found)
    const [first] = Object.keys(found)
    // after the words have their room: the keyboard of a phone must not hide them
    if (first) requestAnimationFrame(() => focusField(form.current, first))
  }
  return {
    values,
    problems,
    form,
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
      show(asProblems<All>(Object.fromEntries(found)))
      return found.length === 0
    },
    complain: (name, problem) => show(asProblems<All>({ [name]: problem })),
    refuse: (error) => {
      const { fields, above } = problemsOf(error, (name) => name in values)
      // the first as one reads the form, not as the server names them
      const inOrder = Object.keys(values).filter((name) => name in fields)
      show(asProblems<All>(Object.fromEntries(inOrder.map((name) => [name, fields[name]]))))
      return above
    },
  }
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
): Partial<Record<keyof All, string>> {
  return problems as Partial<Record<keyof All, string>>
}
