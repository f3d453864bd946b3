import { useCallback, useEffect, useRef, useState } from 'react'

type Values = Record<string, string | boolean>

export interface TimedFormDraft {
  at: number
  values: Readonly<Record<string, unknown>>
}

export interface DraftLocation {
  read(): TimedFormDraft | null
  /** Stores the draft. @returns false when the device stores nothing */
  write(values: Readonly<Record<string, unknown>>): boolean
  remove(): void
}

export interface StoredFormDraft {
  wanted: boolean
  /** KEPT: the changes are stored. LOST: the device cannot store them. */
  state: 'NONE' | 'KEPT' | 'LOST'
  /** Epoch ms of the restored draft; null for none. */
  restoredAt: number | null
  discard(): void
  stay(): void
  /** Deletes the draft after the action; `work` returns false when nothing was done. */
  finish(work: () => Promise<unknown>): Promise<void>
  hide(name: string): void
}

/** Milliseconds between the last key and the storing of a draft. */
const writeAfterMs = 400

/** Stores a form's changes and restores them when the form is opened again. */
export function useDraft<All extends Values>(
  start: All,
  values: All,
  setValues: (change: (before: All) => All) => void,
  { draft = null, notKept = [] }: { draft?: DraftLocation | null; notKept?: readonly string[] },
): StoredFormDraft {
  const [state, setState] = useState<StoredFormDraft['state']>('NONE')
  const [restoredAt, setRestoredAt] = useState<number | null>(null)
  const [hidden] = useState(() => new Set(notKept))
  /** Values that need no draft: the initial values, and later the values last sent. */
  const known = useRef(start)
  const latest = useRef({ values, draft })
  latest.current = { values, draft }
  const stayed = useRef(false)

  const write = useCallback(() => {
    const { values, draft } = latest.current
    if (!draft) return
    const changed = Object.entries(values).filter(([name, value]) => value !== known.current[name] && !hidden.has(name))
    if (changed.length > 0) return setState(draft.write(Object.fromEntries(changed)) ? 'KEPT' : 'LOST')
    draft.remove()
    setState('NONE')
    setRestoredAt(null)
  }, [hidden])

  // Text typed before the script was read is newer than the draft, so it takes precedence.
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

/** Writes the draft a moment after each change, and at once when the page is left. */
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
