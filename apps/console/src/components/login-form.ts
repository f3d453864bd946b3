import { portalNow } from '@ce/client/clock.ts'
import { refusalProblems } from '@ce/client/form-refusal.ts'
import { formatDate } from '@ce/client/format.ts'
import { type FieldCheck, type FormFields, type FormValues, useFormFields } from '@ce/ui/form/use-fields.ts'
import { useEffect } from 'react'

const today = () => formatDate(portalNow())

/** Login fields that work without antd and store nothing on the device. */
export function useLoginFields<All extends FormValues>(
  start: All,
  checks: { [Name in keyof All]?: FieldCheck<All, Name> },
): FormFields<All> {
  return useFormFields(start, checks, { problemsOf: refusalProblems, today })
}

/** Loads the next screen while the user types. */
export function usePreloadNextScreen(typing: boolean, load: () => Promise<unknown>[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the first letter
  useEffect(() => {
    if (!typing) return
    for (const part of load()) part.catch(() => {})
  }, [typing])
}
