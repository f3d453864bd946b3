import { useCallback, useEffect, useRef, useState } from 'react'

type Values = Record<string, string | boolean>

/** What was kept of a form, and when. */
export interface KeptDraft {
  /** epoch ms */
  at: number
  values: Readonly<Record<string, unknown>>
}

/** Where one form's draft is kept on this device. */
export interface DraftPlace {
  read(): KeptDraft | null
  /** @returns false when this device does not keep it */
  write(values: Readonly<Record<string, unknown>>): boolean
  remove(): void
}

export interface Draft {
  /** whether the form keeps one at all */
  wanted: boolean
  /** KEPT: what was changed is on the device; LOST: the device does not keep it */
  state: 'NONE' | 'KEPT' | 'LOST'
  /** epoch ms: what the form shows was kept then; null: nothing was */
  restoredAt: number | null
  /** back to what the form began with */
  discard(): void
  /** what was begun is not done: the draft stays */
  stay(): void
  /** Does what a button says; then the draft is not needed any more. `work` gives false when it was not done. */
  finish(work: () => Promise<unknown>): Promise<void>
  /** a field that is never kept */
  hide(name: string): void
}

/** after the last key, in ms */
const writeAfterMs = 400

/** Keeps what differs from the form's beginning, and puts it back when the form is opened again. */
export function useDraft<All extends Values>(
  start: All,
  values: All,
  setValues: (change: (before: All) => All) => void,
  { draft = null, notKept = [] }: { draft?: DraftPlace | null; notKept?: readonly string[] },
): Draft {
  const [state, setState] = useState<Draft['state']>('NONE')
  const [restoredAt, setRestoredAt] = useState<number | null>(null)
  const [hidden] = useState(() => new Set(notKept))
  /** what needs no draft: what the form began with, and later what was sent */
  const known = useRef(start)
  const latest = useRef({ values, draft })
  latest.current = { values, draft }
  const stayed = useRef(false)

  const write = useCallback(() => {
    const { values, draft } = latest.current
    if (!draft) return
    const changed = Object.entries(values).filter(
      ([name, value]) => value !== known.current[name] && !hidden.has(name),
    )
    if (changed.length > 0)
      return setState(draft.write(Object.fromEntries(changed)) ? 'KEPT' : 'LOST')
    draft.remove()
    setState('NONE')
    setRestoredAt(null)
  }, [hidden])

  // once what the page from the server holds has been read: that is newer
  useEffect(() => {
    const kept = latest.current.draft?.read()
    if (!kept) return
    const usable = Object.entries(kept.values).filter(
      ([name, value]) =>
        !hidden.has(name) &&
        typeof value === typeof known.current[name] &&
        value !== known.current[name] &&
        latest.current.values[name] === known.current[name],
    )
    if (usable.length === 0) return
    setValues((now) => ({ ...now, ...Object.fromEntries(usable) }))
    setRestoredAt(kept.at)
    setState('KEPT')
  }, [hidden, setValues])

  useWriting(write, values, known)

  return {
    wanted: draft !== null,
    state,
    restoredAt,
    discard: () => {
      draft?.remove()
      setValues(() => known.current)
      setState('NONE')
      setRestoredAt(null)
    },
    stay: () => {
      stayed.current = true
    },
    finish: async (work) => {
      const sent = values
      stayed.current = false
      if ((await work()) === false || stayed.current) return
      known.current = sent
      write()
    },
    hide: (name) => void hidden.add(name),
  }
}

/** A moment after the last change, and at once when the page is left or put aside. */
function useWriting(write: () => void, values: object, known: { current: object }): void {
  const waits = useRef(false)
  useEffect(() => {
    if (values === known.current) return
    waits.current = true
    const timer = setTimeout(() => {
      waits.current = false
      write()
    }, writeAfterMs)
    return () => clearTimeout(timer)
  }, [values, known, write])
  useEffect(() => {
    const flush = () => {
      if (!waits.current) return
      waits.current = false
      write()
    }
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [write])
}
