import { CallRefused } from '@ce/client/answers.ts'
import { useSaveQuestion } from '@ce/client/staff/question.ts'
import { showInForm } from '@ce/frame/form-refusal.ts'
import type { FormInstance } from 'antd'
import { useRef, useState } from 'react'
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
  const [changed, setChanged] = useState(false)
  const known = useRef(version)
  const edits = useRef(0)
  const edited = () => {
    edits.current += 1
    setChanged(true)
  }
  const submit = async () => {
    setTrouble(null)
    const before = edits.current
    const content = contentOf(form.getFieldsValue(true))
    try {
      const saved = await save.mutateAsync({ id, version: known.current, courseId, content })
      known.current = saved.version
      // somebody may type on while it is sent
      setChanged(edits.current !== before)
      onSaved(saved.id)
    } catch (error) {
      setTrouble(troubleOf(form, error))
    }
  }
  /** saves over another's change, whose version it is told */
  const submitOver = (newest: number) => {
    known.current = newest
    return submit()
  }
  return { submit, submitOver, busy: save.isPending, trouble, changed, edited }
}

export type Save = ReturnType<typeof useSave>

function troubleOf(form: FormInstance<QuestionFields>, error: unknown): Trouble | null {
  const key = error instanceof CallRefused ? error.key : undefined
  if (error instanceof CallRefused && key === 'question.versionStale')
    return { kind: 'stale', words: error.msg }
  const words = showInForm(form, error)
  if (error instanceof CallRefused && key === 'question.duplicate')
    return { kind: 'duplicate', words: error.msg, no: Number(error.data.no) }
  return words === null ? null : { kind: 'other', words }
}
