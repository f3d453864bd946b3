import { useSyncExternalStore } from 'react'

type Listener = (change: { elsewhere: boolean }) => void

/**
 * A value in local storage: the same object until it changes, live across tabs. Without storage (blocked by the
 * browser) it lives as long as the page.
 * @param read what lies under the key as a value; null for anything else
 */
export function storedValue<Value>(key: string, read: (text: string) => Value | null) {
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

  /** A page the browser had put aside, and Back brought again, need not have heard what happened meanwhile. */
  function shown({ persisted }: PageTransitionEvent): void {
    if (persisted) tell(true)
  }

  /**
   * Calls back after every change; `elsewhere` when another tab made it, or it may have been made while this page was
   * put aside. Returns the way to stop.
   */
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

  /** The value as React state. */
  function useValue(): Value | null {
    return useSyncExternalStore(subscribe, get, () => null)
  }

  return { get, set, subscribe, useValue }
}
