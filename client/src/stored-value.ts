import { useSyncExternalStore } from 'react'

type Listener = (change: { elsewhere: boolean }) => void

/**
 * Makes a value in local storage whose changes can be followed, even from other tabs. If storage is blocked, the value
 * lasts as long as the page.
 * @param read returns null for invalid text
 */
export function createStoredValue<Value>(key: string, read: (text: string) => Value | null) {
  const listeners = new Set<Listener>()
  let current: { text: string | null; value: Value | null } | undefined

  function text(): string | null {
    try {
      return globalThis.localStorage?.getItem(key) ?? null
    } catch {
      return current?.text ?? null
    }
  }

  function get(): Value | null {
    const now = text()
    if (!current || current.text !== now) current = { text: now, value: parse(now) }
    return current.value
  }

  function parse(text: string | null): Value | null {
    try {
      return text === null ? null : read(text)
    } catch {
      return null
    }
  }

  function set(value: Value | null): void {
    const text = value === null ? null : JSON.stringify(value)
    try {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
    } catch {
      current = { text, value }
    }
    tell(false)
  }

  function tell(elsewhere: boolean): void {
    for (const listener of [...listeners]) listener({ elsewhere })
  }

  function heard(event: StorageEvent): void {
    if (event.key === key || event.key === null) tell(true)
  }

  /** A page from the back-forward cache may have missed changes. */
  function shown({ persisted }: PageTransitionEvent): void {
    if (persisted) tell(true)
  }

  /** `elsewhere` means a change in another tab. @returns a function that stops the calls */
  function subscribe(listener: Listener): () => void {
    if (listeners.size === 0) {
      globalThis.addEventListener?.('storage', heard)
      globalThis.addEventListener?.('pageshow', shown)
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      globalThis.removeEventListener?.('storage', heard)
      globalThis.removeEventListener?.('pageshow', shown)
    }
  }

  function useValue(): Value | null {
    return useSyncExternalStore(subscribe, get, () => null)
  }

  return { get, set, subscribe, useValue }
}
