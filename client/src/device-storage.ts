import { useSyncExternalStore } from 'react'
import { deviceNow } from './clock.ts'
import { storedValue } from './stored.ts'

/** databases whose new version waits for a page of an older one to let go */
const blocked = new Set<string>()
const listeners = new Set<() => void>()

export function setBlocked(name: string, waits: boolean): void {
  if (blocked.has(name) === waits) return
  if (waits) blocked.add(name)
  else blocked.delete(name)
  for (const listener of listeners) listener()
}

export function isStorageBlocked(): boolean {
  return blocked.size > 0
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this page cannot keep anything on the device until older pages of the portal are closed. */
export function useStorageBlocked(): boolean {
  return useSyncExternalStore(subscribe, isStorageBlocked, () => false)
}

/** a browser that said no may say yes once the portal is used often, or installed */
const askAgainMs = 7 * 86_400_000

const answer = storedValue('storage:persistent', (text) => {
  const value: unknown = JSON.parse(text)
  return isAnswer(value) ? value : null
})

interface Answer {
  persistent: boolean
  /** epoch ms of this device */
  askedAt: number
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'persistent' in value && 'askedAt' in value
}

let asking: Promise<void> | undefined

/**
 * Asks the browser not to clear what lies on this device when space runs short. Asked when the first unsent work is stored, because a
 * browser may put the question to the person; its answer is kept.
 */
export function askToPersist(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

async function ask(): Promise<void> {
  const manager = globalThis.navigator?.storage
  const last = answer.get()
  if (!manager?.persist || last?.persistent) return
  if (last && Math.abs(deviceNow() - last.askedAt) < askAgainMs) return
  try {
    const persistent = (await manager.persisted()) || (await manager.persist())
    answer.set({ persistent, askedAt: deviceNow() })
  } catch {
    // a page that may store nothing cannot ask either
  }
}
