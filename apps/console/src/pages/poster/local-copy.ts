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

/** how long the typing rests before a copy is made */
const restMs = 1000

/** Where one person's unsaved work on one item lies; `subject` is the item's id, or `new-<category>`. */
export function copyKey(staffId: string, subject: string): string {
  return `console:draft:${staffId}:${subject}`
}

interface LocalCopyOptions {
  key: string
  read: () => Omit<LocalCopy, 'at'>
  /** whether there is anything unsaved now */
  wanted: () => boolean
  /** epoch ms; null when the browser could not keep it */
  onKept: (at: number | null) => void
}

/** Keeps unsaved work on this device; `found` is what an earlier visit left here. */
export function useLocalCopy(options: LocalCopyOptions) {
  const { key } = options
  const [found, setFound] = useState(() => readCopy(key))
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const acts = useMemo(() => {
    const now = () => {
      clearTimeout(timer.current)
      const { key, read, wanted, onKept } = latest.current
      if (!wanted()) return
      const at = Date.now()
      onKept(keepCopy(key, { ...read(), at }) ? at : null)
    }
    return {
      later: () => {
        clearTimeout(timer.current)
        timer.current = setTimeout(now, restMs)
      },
      now,
      forget: () => {
        clearTimeout(timer.current)
        forgetCopy(latest.current.key)
        setFound(null)
      },
      /** it is taken up: what was found is what is being edited now */
      taken: () => setFound(null),
    }
  }, [])
  // a layout effect: when the page goes, the rich editor still has its text
  useLayoutEffect(() => {
    globalThis.addEventListener('pagehide', acts.now)
    return () => {
      globalThis.removeEventListener('pagehide', acts.now)
      acts.now()
    }
  }, [acts])
  return useMemo(() => ({ ...acts, found }), [acts, found])
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

/** The copy put aside earlier; null for none, or one that cannot be read. */
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
