import type { AttemptState, Kept, Unsaved } from './state.ts'

/** No attempt lasts so long: what is older tells nothing any more. */
const keptMs = 3 * 24 * 3600_000
const prefix = 'exam-answers:'
const keyOf = (attemptId: string) => prefix + attemptId

interface Copy extends Kept {
  savedAt: number
}

/** What pages of this browser have left of an attempt; nothing when there is nothing. */
export function readCopy(attemptId: string): Kept {
  try {
    return parseCopy(localStorage.getItem(keyOf(attemptId)))
  } catch {
    return parseCopy(null)
  }
}

/**
 * Writes what this page has changed into the copy that pages of this browser share.
 * @returns false when the browser keeps nothing
 */
export function keepCopy(attemptId: string, before: AttemptState, after: AttemptState): boolean {
  const stored = readCopy(attemptId)
  const unsaved = mergeUnsaved(stored.unsaved, before.unsaved, after.unsaved)
  const { marks, current } = after
  const copy: Copy = { savedAt: Date.now(), unsaved, marks, current }
  try {
    localStorage.setItem(keyOf(attemptId), JSON.stringify(copy))
    return true
  } catch {
    return false
  }
}

/** The shared copy after one page's step: its new answers in, its saved ones out, newer ones of other pages untouched. */
export function mergeUnsaved(stored: Unsaved, before: Unsaved, after: Unsaved): Unsaved {
  const merged = { ...stored }
  for (const [id, typed] of Object.entries(before)) {
    const there = merged[id]
    if (!after[id] && there && there.at <= typed.at) delete merged[id]
  }
  for (const [id, typed] of Object.entries(after)) {
    const there = merged[id]
    const isNew = before[id]?.at !== typed.at
    if (isNew && (!there || there.at <= typed.at)) merged[id] = typed
  }
  return merged
}

/** Drops the copy of an attempt that is over, and old ones. */
export function forgetCopies(attemptId: string): void {
  try {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
      const copy: Partial<Copy> = JSON.parse(localStorage.getItem(key) ?? '{}')
      const old = Date.now() - (copy.savedAt ?? 0) > keptMs
      if (key === keyOf(attemptId) || old) localStorage.removeItem(key)
    }
  } catch {
    // no storage: nothing was kept
  }
}

/** Calls back when another page of this browser has written. Returns the way to stop. */
export function onCopy(listener: (attemptId: string, kept: Kept) => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(prefix) && newValue) listener(key.slice(prefix.length), parseCopy(newValue))
  }
  globalThis.addEventListener('storage', hear)
  return () => globalThis.removeEventListener('storage', hear)
}

/** Whatever lies under the key: only what looks like an answer is one. */
function parseCopy(text: string | null): Kept {
  const value = parse(text)
  const entries = Object.entries(value?.unsaved ?? {}).filter(
    ([, typed]) =>
      typeof typed?.at === 'number' &&
      Array.isArray(typed.options) &&
      typed.options.every((option) => typeof option === 'string'),
  )
  const marks = Array.isArray(value?.marks)
    ? value.marks.filter((id) => typeof id === 'string')
    : []
  const current = typeof value?.current === 'number' ? value.current : 0
  return { unsaved: Object.fromEntries(entries), marks, current }
}

function parse(text: string | null): Partial<Copy> | null {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
