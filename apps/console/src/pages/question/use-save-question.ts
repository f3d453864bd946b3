import { CallRefused, isStale } from '@ce/client/answers.ts'
import { useSaveQuestion } from '@ce/client/staff/question.ts'
import type { FormInstance } from 'antd'
import { useState } from 'react'
import { useSavedOver } from '../../components/use-saved-over.ts'
import { showInForm } from '../../kit/show-in-form.ts'
import { contentOf, type QuestionFields } from './content.ts'

/** Why a save did not go through, where no field is to blame. */
export interface Trouble {
  /** another's change came first · the course has such a question · anything else */
  kind: 'stale' | 'duplicate' | 'other'
  words: string
  /** of a duplicate: which question it is */
  no?: number
}

interface SaveOptions {
  form: FormInstance<QuestionFields>
  id: string
  courseId: string
  /** the version that was read; 0: it is new */
  version: number
  onSaved: (id: string) => void
}

/** Saves what the form holds over the version that was read; knows what is not saved yet. */
export function useSave({ form, id, courseId, version, onSaved }: SaveOptions) {
  const save = useSaveQuestion()
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const { changed, edited, rebase, save: saveOver } = useSavedOver(version)
  const submit = async () => {
    setTrouble(null)
    const content = contentOf(form.getFieldsValue(true))
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
  /** saves over another's change, whose version it is told */
  const submitOver = (newest: number) => {
    rebase(newest)
    return submit()
  }
  return { submit, submitOver, busy: save.isPending, trouble, changed, edited }
}

export type Save = ReturnType<typeof useSave>

function troubleOf(form: FormInstance<QuestionFields>, error: unknown): Trouble | null {
  if (isStale(error)) return { kind: 'stale', words: error.msg }
  const words = showInForm(form, error)
  if (error instanceof CallRefused && error.key === 'question.duplicate')
    return { kind: 'duplicate', words: error.msg, no: Number(error.data.no) }
  return words === null ? null : { kind: 'other', words }
}
