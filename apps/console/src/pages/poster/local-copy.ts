import { deviceNow } from '@ce/client/clock.ts'
import { uuid } from '@ce/client/uuid.ts'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Content } from './content.ts'

/** Unsaved work, put aside on this device. */
export interface LocalCopy {
  content: Content
  /** the version it was based on; 0 for a new item */
  version: number
  /** epoch ms */
  at: number
}

export interface FoundCopy extends LocalCopy {
  key: string
}

/** how long the typing rests before a copy is made */
const restMs = 1000

/** Under which one person's unsaved work on one item lies, each page's by itself; `subject` is the item's id, or `new-<category>`. */
export function copyPlace(staffId: string, subject: string): string {
  return `console:draft:${staffId}:${subject}`
}

interface LocalCopyOptions {
  place: string
  read: () => Omit<LocalCopy, 'at'>
  /** whether there is anything unsaved now */
  wanted: () => boolean
  /** epoch ms; null when the browser could not keep it */
  onKept: (at: number | null) => void
}

/**
 * Keeps unsaved work on this device; `found` is the newest of what earlier visits left here. It stays there until somebody says what
 * becomes of it: what is typed meanwhile has a place of its own.
 */
export function useLocalCopy(options: LocalCopyOptions) {
  const { place } = options
  const [found, setFound] = useState(() => findCopies(place))
  const latest = useRef(options)
  const own = useRef(`${place}:${uuid()}`)
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
      discard: (copy: FoundCopy) => {
        forgetCopy(copy.key)
        setFound((all) => all.filter((one) => one !== copy))
      },
      /** what was found is what is being edited now: it is kept on where it lies */
      take: (copy: FoundCopy) => {
        own.current = copy.key
        setFound((all) => all.filter((one) => one !== copy))
      },
    }
  }, [])
  // a new item has got its id: what lay here as one without is no other new one
  useEffect(() => {
    if (own.current.startsWith(place)) return
    forgetCopy(own.current)
    own.current = `${place}:${uuid()}`
    acts.now()
  }, [place, acts])
  // a layout effect: when the page goes, the rich editor still has its text
  useLayoutEffect(() => {
    globalThis.addEventListener('pagehide', acts.now)
    return () => {
      globalThis.removeEventListener('pagehide', acts.now)
      acts.now()
    }
  }, [acts])
  return useMemo(() => ({ ...acts, found: found[0] }), [acts, found])
}

/** False when the browser cannot: blocked, or full. */
function keepCopy(key: string, copy: LocalCopy): boolean {
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

/** What was put aside below a place, the newest first. */
function findCopies(place: string): FoundCopy[] {
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

/** Null for one that cannot be read. */
function readCopy(key: string): LocalCopy | null {
  try {
    const value: Partial<LocalCopy> | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof value?.at !== 'number' || typeof value.version !== 'number') return null
    if (typeof value.content?.bodyHtml !== 'string' || !Array.isArray(value.content.attachments))
      return null
    return { content: value.content, version: value.version, at: value.at }
  } catch {
    return null
  }
}
