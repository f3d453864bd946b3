import { portalNow } from '@ce/client/clock.ts'
import { formDraft } from '@ce/client/form-draft.ts'
import { problemsOf } from '@ce/client/form-refusal.ts'
import { formatDate } from '@ce/client/format.ts'
import {
  type Check,
  type Fields,
  type FormOptions,
  useFields as useUiFields,
  type Values,
} from '@ce/ui/form/use-fields.ts'
import { useState } from 'react'

interface Options<All extends Values> extends Pick<FormOptions<All>, 'limits' | 'notKept'> {
  /** the form's name, with the row it is about: what is typed is kept on the device under it; without it nothing is */
  draft?: string
}

/** The state of a learner's form: refusals of calls, a draft on the device, the portal's day. */
export function useFields<All extends Values>(
  start: All,
  checks: { [Name in keyof All]?: Check<All, Name> } = {},
  { draft: name, ...options }: Options<All> = {},
): Fields<All> {
  // of whoever is signed in when the form is opened
  const [draft] = useState(() => (name === undefined ? null : formDraft(name)))
  const today = () => formatDate(portalNow())
  return useUiFields(start, checks, { ...options, draft, today, problemsOf })
}
