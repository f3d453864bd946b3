import { deviceNow } from '@ce/client/clock.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { EditedPosterContent } from './content.ts'

/** Unsaved work that the browser stores on this device. */
export interface LocalPosterCopy {
  content: EditedPosterContent
  version: number
  at: number
}

export interface FoundPosterCopy extends LocalPosterCopy {
  key: string
}

/** A copy is stored after this many milliseconds without typing. */
const restMs = 1000

/** Prefix of the storage keys of a staff member's unsaved work. `subject` is an item id or `new-<category>`. */
export function localCopyPrefix(staffId: string, subject: string): string {
  return `console:draft:${staffId}:${subject}`
}

interface LocalCopyOptions {
  place: string
  read: () => Omit<LocalPosterCopy, 'at'>
  wanted: () => boolean
  /** Called with the time in ms since 1970, or null if storing failed. */
  onKept: (at: number | null) => void
}

/**
 * Stores unsaved work on this device. `found` is the newest copy of an earlier visit, kept until the user decides; new
 * input gets another key.
 */
export function useLocalPosterCopy(options: LocalCopyOptions) {
  const { place } = options
  const [found, setFound] = useState(() => findCopies(place))
  const latest = useRef(options)
  const own = useRef(`${place}:${randomUuid()}`)
  useEffect(() => {
    latest.current = options
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const acts = useMemo(() => {
    const now = () => {
      clearTimeout(timer.current)
      const { read, wanted, onKept } = latest.current
      if (!wanted()) return
      const at = deviceNow()
      onKept(keepCopy(own.current, { ...read(), at }) ? at : null)
    }
    return {
      later: () => {
        clearTimeout(timer.current)
        timer.current = setTimeout(now, restMs)
      },
      now,
      forget: () => {
        clearTimeout(timer.current)
        forgetCopy(own.current)
      },
      discard: (copy: FoundPosterCopy) => {
        forgetCopy(copy.key)
        setFound((all) => all.filter((one) => one !== copy))
      },
      take: (copy: FoundPosterCopy) => {
        own.current = copy.key
        setFound((all) => all.filter((one) => one !== copy))
      },
    }
  }, [])
  // Once a new item has an id, its local copies are moved to that id.
  useEffect(() => {
    if (own.current.startsWith(place)) return
    forgetCopy(own.current)
    own.current = `${place}:${randomUuid()}`
    acts.now()
  }, [place, acts])
  // Use a layout effect, because its cleanup stores a copy while the editor still contains the text.
  useLayoutEffect(() => {
    globalThis.addEventListener('pagehide', acts.now)
    return () => {
      globalThis.removeEventListener('pagehide', acts.now)
      acts.now()
    }
  }, [acts])
  return useMemo(() => ({ ...acts, found: found[0] }), [acts, found])
}

/** Returns false if the browser's storage is blocked or full, so that no copy is stored. */
function keepCopy(key: string, copy: LocalPosterCopy): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(copy))
    return true
  } catch {
    return false
  }
}

function forgetCopy(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {}
}

function findCopies(place: string): FoundPosterCopy[] {
  return storedKeys()
    .filter((key) => key === place || key.startsWith(`${place}:`))
    .flatMap((key) => {
      const copy = readCopy(key)
      return copy ? [{ ...copy, key }] : []
    })
    .sort((a, b) => b.at - a.at)
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function readCopy(key: string): LocalPosterCopy | null {
  try {
    const value: Partial<LocalPosterCopy> | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof value?.at !== 'number' || typeof value.version !== 'number') return null
    if (typeof value.content?.bodyHtml !== 'string' || !Array.isArray(value.content.attachments)) return null
    return { content: value.content, version: value.version, at: value.at }
  } catch {
    return null
  }
}
