import { isStale } from '@ce/client/answers.ts'
import { deviceNow } from '@ce/client/clock.ts'
import { failureWords } from '@ce/client/form-refusal.ts'
import {
  type Poster,
  posterQuery,
  useCreatePoster,
  useSavePoster,
} from '@ce/client/staff/poster.ts'
import { readStaffSession } from '@ce/client/staff-session.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { InputRef } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { RichEditorHandle } from '../../components/editor/RichEditor.tsx'
import { paths } from '../../paths.ts'
import { asSent, type Content } from './content.ts'
import {
  type Draft,
  type DraftEvent,
  isUnsaved,
  openDraft,
  staleWords,
  stepDraft,
} from './draft.ts'
import { copyPlace, useLocalCopy } from './local-copy.ts'

export interface DraftOptions {
  head: Poster | null
  categoryId: number
  content: Content
  /** the editor's name, for an item that is made in it */
  editor: string
  renew: () => Promise<Poster | undefined>
}

export type DraftDesk = ReturnType<typeof useDraft>

/** What is being typed, how it stands to what is saved, and the ways to save it. */
export function useDraft({ head, categoryId, content: initial, editor, renew }: DraftOptions) {
  const { draft, latest, dispatch } = useDraftState(head)
  const text = useText(initial)
  // whose work it is stays, also when the session ends under it
  const [staffId] = useState(() => readStaffSession()?.me.id ?? '')
  const copy = useLocalCopy({
    place: copyPlace(staffId, head?.id ?? `new-${categoryId}`),
    read: () => ({ content: text.read(), version: latest.current.version }),
    wanted: () => isUnsaved(latest.current),
    onKept: (at) => dispatch({ on: 'kept', at }),
  })
  const edit = useCallback(
    (change: Partial<Content>) => {
      text.change(change)
      dispatch({ on: 'edit' })
      copy.later()
    },
    [text, dispatch, copy],
  )
  const store = useStore({ head, categoryId, editor, renew })

  /** Saves what is typed. True when it is saved. */
  async function save(): Promise<boolean> {
    if (latest.current.phase === 'saving' || latest.current.phase === 'stale') return false
    // another revision with the same text would only crowd the history
    if (head && !isUnsaved(latest.current)) return true
    const content = text.read()
    if (content.title.trim() === '') {
      dispatch({ on: 'failed', problem: '请填写标题', stale: false })
      text.title.current?.focus()
      return false
    }
    dispatch({ on: 'save' })
    try {
      const { version, draftNo, cleaned, open } = await overSameText((over) => store(content, over))
      dispatch({ on: 'saved', version, draftNo, cleaned, at: deviceNow() })
      if (!isUnsaved(latest.current)) copy.forget()
      // what is left after the cleaning is what the editor shows, unless more was typed meanwhile
      const newest = await open()
      if (cleaned.length > 0 && newest && !isUnsaved(latest.current)) text.show(newest.content)
      return true
    } catch (error) {
      const by = staleBy(error)
      const problem = by === null ? failureWords(error) : staleWords(by)
      dispatch({ on: 'failed', problem, stale: by !== null })
      return false
    }
  }

  /** Once more over what was only pinned, published or moved since: the text is the one that was read here. */
  async function overSameText<Made>(send: (version: number) => Promise<Made>): Promise<Made> {
    const { version, draftNo } = latest.current
    try {
      return await send(version)
    } catch (error) {
      const newest = isStale(error) ? await renew() : undefined
      if (newest?.draftNo !== draftNo) throw error
      return send(newest.version)
    }
  }

  /** Saves over another's revision, which stays in the history. */
  async function saveAnyway(): Promise<boolean> {
    const newest = await renew()
    if (newest) dispatch({ on: 'rebase', version: newest.version, draftNo: newest.draftNo })
    return save()
  }

  return { draft, latest, dispatch, text, edit, save, saveAnyway, copy }
}

/** Who has saved meanwhile, when that is why a write was refused; else null. */
function staleBy(error: unknown): string | null {
  if (!isStale(error)) return null
  return typeof error.data.by === 'string' ? error.data.by : '他人'
}

/** The reducer, and its newest state for whoever cannot wait for a render: the guard of the page above all. */
function useDraftState(head: Poster | null) {
  const [draft, setDraft] = useState(() => openDraft(head?.version ?? 0, head?.draftNo ?? 0))
  const latest = useRef<Draft>(draft)
  const dispatch = useCallback((event: DraftEvent) => {
    latest.current = stepDraft(latest.current, event)
    setDraft(latest.current)
  }, [])
  const version = head?.version
  const draftNo = head?.draftNo ?? 0
  const by = head?.updatedBy ?? ''
  useEffect(() => {
    if (version !== undefined) dispatch({ on: 'seen', version, draftNo, by })
  }, [version, draftNo, by, dispatch])
  return { draft, latest, dispatch }
}

/** The fields, and the text that lies in the rich editor until somebody asks for it. */
function useText(initial: Content) {
  const [shown, setShown] = useState({ content: initial, round: 0 })
  const latest = useRef(initial)
  const editor = useRef<RichEditorHandle>(null)
  const title = useRef<InputRef>(null)
  const bodyEdited = useRef(false)
  return useMemo(
    () => ({
      ...shown,
      editor,
      title,
      /** the body was typed in: its text is taken from the editor from now on */
      bodyTyped: () => {
        bodyEdited.current = true
      },
      read: (): Content => ({
        ...latest.current,
        ...(bodyEdited.current && editor.current ? { bodyHtml: editor.current.html() } : {}),
      }),
      change: (change: Partial<Content>) => {
        latest.current = { ...latest.current, ...change }
        setShown(({ round }) => ({ content: latest.current, round }))
      },
      /** another content altogether: the rich editor begins anew with it */
      show: (content: Content) => {
        latest.current = content
        bodyEdited.current = false
        setShown(({ round }) => ({ content, round: round + 1 }))
      },
    }),
    [shown],
  )
}

/** Makes the item, or saves its next revision; `open` gives the newest, and leads to the new item's address. */
function useStore({ head, categoryId, editor, renew }: Omit<DraftOptions, 'content'>) {
  const create = useCreatePoster()
  const update = useSavePoster()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (shown: Content, version: number) => {
    const content = asSent(shown)
    if (head)
      return { ...(await update.mutateAsync({ id: head.id, version, content })), open: renew }
    const made = await create.mutateAsync({ categoryId, content })
    const open = async () => {
      const query = posterQuery(made.id)
      // long enough for the page to find it there
      const newest = await client.fetchQuery({ ...query, gcTime: 5000 }).catch(() => undefined)
      navigate(paths.poster(made.id), { replace: true, state: { bornIn: editor } })
      return newest
    }
    return { ...made, open }
  }
}
