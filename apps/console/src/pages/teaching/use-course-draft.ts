import { CallRefused } from '@ce/client/answers.ts'
import { type DeskCourse, useSaveDraft } from '@ce/client/staff/teaching.ts'
import { failureWords } from '@ce/frame/form-refusal.ts'
import { useCallback, useRef, useState } from 'react'
import { contentOf, type DraftFields, fieldsOf } from './draft.ts'

/** Why the draft was not saved. */
export interface Trouble {
  words: string
  /** somebody else was faster: the newest must be loaded first */
  stale: boolean
}

/** What is edited of a course's lessons and rules, and how it is saved over what was read. */
export function useCourseDraft(course: DeskCourse, renew: () => Promise<unknown>) {
  const call = useSaveDraft()
  const [fields, setFields] = useState<DraftFields>(() => fieldsOf(course))
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [changed, setChanged] = useState(false)
  const edits = useRef(0)
  const edit = useCallback((change: (before: DraftFields) => DraftFields) => {
    edits.current += 1
    setFields(change)
    setChanged(true)
  }, [])
  const save = async (): Promise<boolean> => {
    setTrouble(null)
    const before = edits.current
    try {
      await call.mutateAsync({
        courseId: course.id,
        baseId: course.current?.id ?? null,
        revision: course.draft?.revision ?? 0,
        ...contentOf(fields),
      })
      await renew()
      // somebody may type on while it is sent
      setChanged(edits.current !== before)
      return true
    } catch (error) {
      setTrouble({ words: wordsOf(error), stale: isStale(error) })
      return false
    }
  }
  return { fields, edit, save, busy: call.isPending, trouble, changed }
}

export type CourseDraft = ReturnType<typeof useCourseDraft>

/** Somebody else has saved since. */
export function isStale(error: unknown): boolean {
  return error instanceof CallRefused && error.key === 'teaching.versionStale'
}

/** What a refusal says of its fields says more than the whole. */
function wordsOf(error: unknown): string {
  if (!(error instanceof CallRefused)) return failureWords(error)
  const fields = Object.values(error.fields)
  return fields.length > 0 ? fields.join('；') : error.msg
}
