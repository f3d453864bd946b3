import { useSyncExternalStore } from 'react'
import { deviceNow } from './clock.ts'
import { createStoredValue } from './stored-value.ts'

const blocked = new Set<string>()
const listeners = new Set<() => void>()

export function setStorageBlocked(name: string, waits: boolean): void {
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

export function useStorageBlocked(): boolean {
  return useSyncExternalStore(subscribe, isStorageBlocked, () => false)
}

/** Milliseconds until a browser that refused persistent storage is asked again. */
const askAgainMs = 7 * 86_400_000

const answer = createStoredValue('storage:persistent', (text) => {
  const value: unknown = JSON.parse(text)
  return isAnswer(value) ? value : null
})

interface Answer {
  persistent: boolean
  /** Epoch milliseconds of the device's clock. */
  askedAt: number
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'persistent' in value && 'askedAt' in value
}

let asking: Promise<void> | undefined

/**
 * Asks the browser to store this site's data permanently. Some browsers then ask the user, so the request is made only
 * after unsent work was stored. The browser's answer is remembered.
 */
export function requestPersistentStorage(): Promise<void> {
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
  } catch {}
}
