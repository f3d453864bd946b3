import { CallRefused, isStale } from '@ce/client/answers.ts'
import { failureWords } from '@ce/client/form-refusal.ts'
import { type DeskCourse, useSaveDraft } from '@ce/client/staff/teaching.ts'
import { useCallback, useState } from 'react'
import { useSavedOver } from '../../components/use-saved-over.ts'
import { contentOf, type DraftFields, fieldsOf } from './draft.ts'
import { rulesProblem } from './draft-rules.ts'

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
  const { changed, edited, version, save: saveOver } = useSavedOver(standOf(course))
  const edit = useCallback(
    (change: (before: DraftFields) => DraftFields) => {
      edited()
      setFields(change)
    },
    [edited],
  )
  const save = async (): Promise<boolean> => {
    const wrong = rulesProblem(fields.rules)
    setTrouble(wrong === null ? null : { words: wrong, stale: false })
    if (wrong !== null) return false
    try {
      await saveOver(async (stand) => {
        const saved = await call.mutateAsync({
          courseId: course.id,
          ...stand,
          ...contentOf(fields),
        })
        return { baseId: stand.baseId, ...saved }
      })
      await renew()
      return true
    } catch (error) {
      setTrouble({ words: wordsOf(error), stale: isStale(error) })
      return false
    }
  }
  return { fields, edit, save, version, busy: call.isPending, trouble, changed }
}

export type CourseDraft = ReturnType<typeof useCourseDraft>

/** What a draft is saved over, published and discarded as. */
function standOf({ draft, current }: DeskCourse) {
  const [baseId, versionId] = [current?.id ?? null, draft?.id ?? null]
  return { baseId, versionId, revision: draft?.revision ?? 0 }
}

/** What a refusal says of its fields says more than the whole. */
function wordsOf(error: unknown): string {
  if (!(error instanceof CallRefused)) return failureWords(error)
  const fields = Object.values(error.fields)
  return fields.length > 0 ? fields.join('；') : error.msg
}
