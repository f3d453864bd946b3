import { portalNow } from '@ce/client/clock.ts'
import { openFormDraft } from '@ce/client/form-draft.ts'
import { refusalProblems } from '@ce/client/form-refusal.ts'
import { formatDate } from '@ce/client/format.ts'
import type { FieldCheck, FormFields, FormOptions, FormValues } from '@ce/ui/form/use-fields.ts'
import { useFormFields as useUiFields } from '@ce/ui/form/use-fields.ts'
import { useState } from 'react'

interface Options<All extends FormValues> extends Pick<FormOptions<All>, 'limits' | 'notKept'> {
  /** Storage name of the draft: the form's name and row id. If missing, no draft is stored. */
  draft?: string
}

export function useFields<All extends FormValues>(
  start: All,
  checks: { [Name in keyof All]?: FieldCheck<All, Name> } = {},
  { draft: name, ...options }: Options<All> = {},
): FormFields<All> {
  // Open the draft only once, because it belongs to the student who was signed in when the form opened.
  const [draft] = useState(() => (name === undefined ? null : openFormDraft(name)))
  const today = () => formatDate(portalNow())
  return useUiFields(start, checks, { ...options, draft, today, problemsOf: refusalProblems })
}
