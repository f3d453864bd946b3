import { isStaleRefusal } from '@ce/client/answers.ts'
import { deviceNow } from '@ce/client/clock.ts'
import { callFailureText } from '@ce/client/form-refusal.ts'
import type { Poster } from '@ce/client/staff/poster.ts'
import { posterQuery, useCreatePoster, useSavePoster } from '@ce/client/staff/poster.ts'
import { readStaffSession } from '@ce/client/staff-session.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { InputRef } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { RichEditorHandle } from '../../components/editor/RichEditor.tsx'
import { paths } from '../../paths.ts'
import { type EditedPosterContent, toPosterRequest } from './content.ts'
import type { PosterDraft, PosterDraftEvent } from './draft.ts'
import { isPosterDraftUnsaved, openPosterDraft, posterChangedByText, stepPosterDraft } from './draft.ts'
import { localCopyPrefix, useLocalPosterCopy } from './local-draft.ts'

export interface PosterDraftOptions {
  head: Poster | null
  categoryId: number
  content: EditedPosterContent
  editor: string
  renew: () => Promise<Poster | undefined>
}

export type PosterDraftControls = ReturnType<typeof usePosterDraft>

export function usePosterDraft({ head, categoryId, content: initial, editor, renew }: PosterDraftOptions) {
  const { draft, latest, dispatch } = useDraftState(head)
  const text = useText(initial)
  // Read the staff id once, because the owner of a local copy must not change when the session ends.
  const [staffId] = useState(() => readStaffSession()?.me.id ?? '')
  const copy = useLocalPosterCopy({
    place: localCopyPrefix(staffId, head?.id ?? `new-${categoryId}`),
    read: () => ({ content: text.read(), version: latest.current.version }),
    wanted: () => isPosterDraftUnsaved(latest.current),
    onKept: (at) => dispatch({ on: 'kept', at }),
  })
  const edit = useCallback(
    (change: Partial<EditedPosterContent>) => {
      text.change(change)
      dispatch({ on: 'edit' })
      copy.later()
    },
    [text, dispatch, copy],
  )
  const store = useStore({ head, categoryId, editor, renew })

  async function save(): Promise<boolean> {
    if (latest.current.phase === 'saving' || latest.current.phase === 'stale') return false
    // Without edits there is nothing to save: a revision would only fill the history.
    if (head && !isPosterDraftUnsaved(latest.current)) return true
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
      if (!isPosterDraftUnsaved(latest.current)) copy.forget()
      // Show the text as the server cleaned it, unless the user typed meanwhile.
      const newest = await open()
      if (cleaned.length > 0 && newest && !isPosterDraftUnsaved(latest.current)) text.show(newest.content)
      return true
    } catch (error) {
      const by = staleBy(error)
      const problem = by === null ? callFailureText(error) : posterChangedByText(by)
      dispatch({ on: 'failed', problem, stale: by !== null })
      return false
    }
  }

  /** Sends again if the item was only pinned or published meanwhile, because its text is unchanged. */
  async function overSameText<Made>(send: (version: number) => Promise<Made>): Promise<Made> {
    const { version, draftNo } = latest.current
    try {
      return await send(version)
    } catch (error) {
      const newest = isStaleRefusal(error) ? await renew() : undefined
      if (newest?.draftNo !== draftNo) throw error
      return send(newest.version)
    }
  }

  /** Saves over the revision of another person, which stays in the history. */
  async function saveAnyway(): Promise<boolean> {
    const newest = await renew()
    if (newest) dispatch({ on: 'rebase', version: newest.version, draftNo: newest.draftNo })
    return save()
  }

  return { draft, latest, dispatch, text, edit, save, saveAnyway, copy }
}

/** Returns who changed the item first if the save was refused as stale, else null. */
function staleBy(error: unknown): string | null {
  if (!isStaleRefusal(error)) return null
  return typeof error.data.by === 'string' ? error.data.by : '他人'
}

/** A reducer whose newest state is available at once, because guards cannot wait for a render. */
function useDraftState(head: Poster | null) {
  const [draft, setDraft] = useState(() => openPosterDraft(head?.version ?? 0, head?.draftNo ?? 0))
  const latest = useRef<PosterDraft>(draft)
  const dispatch = useCallback((event: PosterDraftEvent) => {
    latest.current = stepPosterDraft(latest.current, event)
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

/** Holds the content fields; the long text stays inside the editor until it is needed. */
function useText(initial: EditedPosterContent) {
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
      bodyTyped: () => {
        bodyEdited.current = true
      },
      read: (): EditedPosterContent => ({
        ...latest.current,
        ...(bodyEdited.current && editor.current ? { bodyHtml: editor.current.html() } : {}),
      }),
      change: (change: Partial<EditedPosterContent>) => {
        latest.current = { ...latest.current, ...change }
        setShown(({ round }) => ({ content: latest.current, round }))
      },
      show: (content: EditedPosterContent) => {
        latest.current = content
        bodyEdited.current = false
        setShown(({ round }) => ({ content, round: round + 1 }))
      },
    }),
    [shown],
  )
}

/** Creates the item or saves a revision. `open` loads the newest version, and navigates to an item just created. */
function useStore({ head, categoryId, editor, renew }: Omit<PosterDraftOptions, 'content'>) {
  const create = useCreatePoster()
  const update = useSavePoster()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (shown: EditedPosterContent, version: number) => {
    const content = toPosterRequest(shown)
    if (head) return { ...(await update.mutateAsync({ id: head.id, version, content })), open: renew }
    const made = await create.mutateAsync({ categoryId, content })
    const open = async () => {
      const query = posterQuery(made.id)
      // The query result must stay in the cache until the next page reads it.
      const newest = await client.fetchQuery({ ...query, gcTime: 5000 }).catch(() => undefined)
      navigate(paths.poster(made.id), { replace: true, state: { bornIn: editor } })
      return newest
    }
    return { ...made, open }
  }
}
