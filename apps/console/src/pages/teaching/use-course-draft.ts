import { CallRefused, isStaleRefusal } from '@ce/client/answers.ts'
import { callFailureText } from '@ce/client/form-refusal.ts'
import { type DeskCourse, useSaveDraft } from '@ce/client/staff/teaching.ts'
import { useCallback, useState } from 'react'
import { useVersionedSave } from '../../components/use-saved-over.ts'
import { type CourseDraftFields, toDraftContent, toDraftFields } from './draft.ts'
import { examRulesProblem } from './draft-rules.ts'

export interface CourseDraftProblem {
  words: string
  /** True if another person saved first, so that the user must load the newest version. */
  stale: boolean
}

/** Edits a course draft; a save is refused if another person has saved since it was read. */
export function useCourseDraft(course: DeskCourse, renew: () => Promise<unknown>) {
  const call = useSaveDraft()
  const [fields, setFields] = useState<CourseDraftFields>(() => toDraftFields(course))
  const [trouble, setTrouble] = useState<CourseDraftProblem | null>(null)
  const { changed, edited, version, save: saveOver } = useVersionedSave(standOf(course))
  const edit = useCallback(
    (change: (before: CourseDraftFields) => CourseDraftFields) => {
      edited()
      setFields(change)
    },
    [edited],
  )
  const save = async (): Promise<boolean> => {
    const wrong = examRulesProblem(fields.rules)
    setTrouble(wrong === null ? null : { words: wrong, stale: false })
    if (wrong !== null) return false
    try {
      await saveOver(async (stand) => {
        const saved = await call.mutateAsync({
          courseId: course.id,
          ...stand,
          ...toDraftContent(fields),
        })
        return { baseId: stand.baseId, ...saved }
      })
      await renew()
      return true
    } catch (error) {
      setTrouble({ words: wordsOf(error), stale: isStaleRefusal(error) })
      return false
    }
  }
  return { fields, edit, save, version, busy: call.isPending, trouble, changed }
}

export type CourseDraft = ReturnType<typeof useCourseDraft>

/** Returns the ids and version that saving, publishing and discarding send. */
function standOf({ draft, current }: DeskCourse) {
  const [baseId, versionId] = [current?.id ?? null, draft?.id ?? null]
  return { baseId, versionId, revision: draft?.revision ?? 0 }
}

/** Prefers the messages of single fields, which are more precise than the general message. */
function wordsOf(error: unknown): string {
  if (!(error instanceof CallRefused)) return callFailureText(error)
  const fields = Object.values(error.fields)
  return fields.length > 0 ? fields.join('；') : error.msg
}
