import { callFailureText } from '@ce/client/form-refusal.ts'
import { type EditablePosterImportItem, useEditPosterImportItem } from '@ce/client/staff/poster_import.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RichEditorHandle } from '../../components/editor/RichEditor.tsx'
import { dateTimeProblem } from '../../kit/DateField.tsx'
import { type EditedPosterContent, toPosterRequest } from '../poster/content.ts'
import { toShanghaiClock, toShanghaiInstant } from '../poster/publish-time.ts'

export type ImportItemEdits = ReturnType<typeof useImportItemEdits>

export function useImportItemEdits(importId: string, item: EditablePosterImportItem) {
  const [saved, setSaved] = useState(item)
  const [content, setContent] = useState<EditedPosterContent>(item.content)
  const [categoryId, setCategory] = useState(item.categoryId)
  const [day, setDay] = useState(item.datedAt ? toShanghaiClock(new Date(item.datedAt)) : '')
  const [gone, setGone] = useState(item.remains?.gone ?? false)
  const [unsaved, setUnsaved] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [cleaned, setCleaned] = useState<readonly string[]>([])
  /** The React key of the editor: a new value creates a new editor for another text. */
  const [round, setRound] = useState(0)
  const editor = useRef<RichEditorHandle>(null)
  const bodyTyped = useRef(false)
  const mend = useEditPosterImportItem()

  const touched = () => setUnsaved(true)
  const show = (next: EditedPosterContent) => {
    bodyTyped.current = false
    setContent(next)
    setRound((count) => count + 1)
  }

  async function save(): Promise<boolean> {
    if (!unsaved) return true
    const wrong = problemOf(content.title, categoryId, day)
    setProblem(wrong ?? undefined)
    if (wrong !== null || categoryId === null) return false
    const bodyHtml = (bodyTyped.current && editor.current?.html()) || content.bodyHtml
    try {
      const mended = await mend.mutateAsync({
        ...{ importId, no: item.no, version: saved.version, categoryId, remainsGone: gone },
        datedAt: day === '' ? null : toShanghaiInstant(day),
        content: toPosterRequest({ ...content, bodyHtml }),
      })
      // Update at once, so that opening the preview does not ask about input that is already saved.
      flushSync(() => {
        setSaved(mended)
        setUnsaved(false)
        setCleaned(mended.cleaned)
      })
      if (mended.cleaned.length > 0) show(mended.content)
      return true
    } catch (error) {
      setProblem(callFailureText(error))
      return false
    }
  }

  return {
    ...{ saved, content, categoryId, day, gone, unsaved, problem, cleaned, round, editor },
    saving: mend.isPending,
    save,
    edit: (change: Partial<EditedPosterContent>) => {
      setContent((before) => ({ ...before, ...change }))
      touched()
    },
    typed: () => {
      bodyTyped.current = true
      touched()
    },
    place: (id: number) => {
      setCategory(id)
      touched()
    },
    date: (typed: string) => {
      setDay(typed)
      touched()
    },
    turn: (otherHtml: string) => {
      show({ ...content, bodyHtml: otherHtml })
      setGone(!gone)
      touched()
    },
  }
}

function problemOf(title: string, categoryId: number | null, day: string): string | null {
  if (categoryId === null) return '请选择栏目'
  return title.trim() === '' ? '请填写标题' : dateTimeProblem(day)
}
