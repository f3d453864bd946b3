import { failureWords } from '@ce/client/form-refusal.ts'
import { type ImportItem, useMendImported } from '@ce/client/staff/poster_import.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RichEditorHandle } from '../../components/editor/RichEditor.tsx'
import { asSent, type Content } from '../poster/content.ts'
import { shanghaiClock, shanghaiInstant } from '../poster/publish-time.ts'

export type MendedDesk = ReturnType<typeof useMended>

/** What is typed of an item, and how it is saved. */
export function useMended(importId: string, item: ImportItem) {
  const [saved, setSaved] = useState(item)
  const [content, setContent] = useState<Content>(item.content)
  const [categoryId, setCategory] = useState(item.categoryId)
  const [day, setDay] = useState(item.datedAt ? shanghaiClock(new Date(item.datedAt)) : '')
  const [gone, setGone] = useState(item.remains?.gone ?? false)
  const [unsaved, setUnsaved] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [cleaned, setCleaned] = useState<readonly string[]>([])
  /** another text is another editor */
  const [round, setRound] = useState(0)
  const editor = useRef<RichEditorHandle>(null)
  const bodyTyped = useRef(false)
  const mend = useMendImported()

  const touched = () => setUnsaved(true)
  const show = (next: Content) => {
    bodyTyped.current = false
    setContent(next)
    setRound((count) => count + 1)
  }

  /** True when what is typed is saved. */
  async function save(): Promise<boolean> {
    if (!unsaved) return true
    if (content.title.trim() === '' || categoryId === null) {
      setProblem(categoryId === null ? '请选择栏目' : '请填写标题')
      return false
    }
    setProblem(undefined)
    const bodyHtml = (bodyTyped.current && editor.current?.html()) || content.bodyHtml
    try {
      const mended = await mend.mutateAsync({
        ...{ importId, no: item.no, version: saved.version, categoryId, remainsGone: gone },
        datedAt: day === '' ? null : shanghaiInstant(day),
        content: asSent({ ...content, bodyHtml }),
      })
      // at once: who goes on to the preview is not asked about what is saved by then
      flushSync(() => {
        setSaved(mended)
        setUnsaved(false)
        setCleaned(mended.cleaned)
      })
      // what is left after the cleaning is what the editor shows
      if (mended.cleaned.length > 0) show(mended.content)
      return true
    } catch (error) {
      setProblem(failureWords(error))
      return false
    }
  }

  return {
    ...{ saved, content, categoryId, day, gone, unsaved, problem, cleaned, round, editor },
    saving: mend.isPending,
    save,
    edit: (change: Partial<Content>) => {
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
    /** The text with what asks to follow an account, or without it. */
    turn: (otherHtml: string) => {
      show({ ...content, bodyHtml: otherHtml })
      setGone(!gone)
      touched()
    },
  }
}
