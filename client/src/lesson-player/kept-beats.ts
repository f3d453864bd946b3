import type { Beat } from './state.ts'

/** older ones tell nothing any more: their play session is long over */
const keptMs = 24 * 3600_000

interface Kept {
  savedAt: number
  beats: Beat[]
}

const prefixOf = (studentId: string) => `study-beats:${studentId}:`

/** Keeps a page's unsent beats on the device, so that a closed or broken page loses none. */
export function keepBeats(studentId: string, page: string, beats: readonly Beat[]): void {
  const key = prefixOf(studentId) + page
  try {
    if (beats.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ savedAt: Date.now(), beats }))
  } catch {
    // no storage: they live as long as the page
  }
}

/**
 * Takes over what earlier pages of this student could not send. Repeating one that arrived after all
 * changes nothing. A session whose `start` never arrived has nothing to credit and is left out.
 */
export function takeKeptBeats(studentId: string): Beat[] {
  const found: Beat[] = []
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(studentId)))
    for (const key of keys) {
      const kept = parse(localStorage.getItem(key))
      localStorage.removeItem(key)
      if (!kept || Date.now() - kept.savedAt > keptMs) continue
      const unopened = new Set(
        kept.beats.filter(({ event }) => event === 'start').map((beat) => beat.playSessionId),
      )
      found.push(...kept.beats.filter((beat) => !unopened.has(beat.playSessionId)))
    }
  } catch {
    // no storage: nothing was kept
  }
  return found
}

function parse(text: string | null): Kept | null {
  try {
    const value: Partial<Kept> | null = JSON.parse(text ?? 'null')
    if (typeof value?.savedAt !== 'number' || !Array.isArray(value.beats)) return null
    return { savedAt: value.savedAt, beats: value.beats }
  } catch {
    return null
  }
}
