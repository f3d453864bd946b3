import { CallRefused, isStaleRefusal } from '@ce/client/answers.ts'
import { useSaveQuestion } from '@ce/client/staff/question.ts'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import { useVersionedSave } from '../../components/use-saved-over.ts'
import { showProblemsInForm } from '../../kit/show-in-form.ts'
import { type QuestionFields, questionContentOf } from './content.ts'

export interface QuestionSaveProblem {
  /** Why the save failed: a newer change, a duplicate in the course, or something else. */
  kind: 'stale' | 'duplicate' | 'other'
  words: string
  no?: number
}

interface SaveOptions {
  form: FormInstance<QuestionFields>
  id: string
  courseId: string
  version: number
  onSaved: (id: string) => void
}

/** Saves the question unless another person changed it, and tracks unsaved input. */
export function useQuestionSave({ form, id, courseId, version, onSaved }: SaveOptions) {
  const save = useSaveQuestion()
  const [trouble, setTrouble] = useState<QuestionSaveProblem | null>(null)
  const { changed, edited, rebase, save: saveOver } = useVersionedSave(version)
  const submit = async () => {
    setTrouble(null)
    const content = questionContentOf(form.getFieldsValue(true))
    try {
      await saveOver(async (over) => {
        const saved = await save.mutateAsync({ id, version: over, courseId, content })
        return saved.version
      })
      onSaved(id)
    } catch (error) {
      setTrouble(troubleOf(form, error))
    }
  }
  /** Saves over the newer change of another person. */
  const submitOver = (newest: number) => {
    rebase(newest)
    return submit()
  }
  return { submit, submitOver, busy: save.isPending, trouble, changed, edited }
}

export type QuestionSave = ReturnType<typeof useQuestionSave>

function troubleOf(form: FormInstance<QuestionFields>, error: unknown): QuestionSaveProblem | null {
  if (isStaleRefusal(error)) return { kind: 'stale', words: error.msg }
  const words = showProblemsInForm(form, error)
  if (error instanceof CallRefused && error.key === 'question.duplicate')
    return { kind: 'duplicate', words: error.msg, no: Number(error.data.no) }
  return words === null ? null : { kind: 'other', words }
}
