import { useState } from 'react'

/**
 * Whether single keys answer: people who use speech or meet keys by accident can turn them off (WCAG 2.1.4).
 * @param storageKey where this device keeps it
 */
export function useKeysWanted(storageKey: string): [boolean, (wanted: boolean) => void] {
  const [wanted, setWanted] = useState(() => readWanted(storageKey))
  const change = (next: boolean) => {
    setWanted(next)
    try {
      localStorage.setItem(storageKey, next ? 'on' : 'off')
    } catch {
      // no storage: it holds as long as the page
    }
  }
  return [wanted, change]
}

function readWanted(storageKey: string): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** A question over the page has its keys for itself: whether to leave, how to sign in again. */
export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog, [role="dialog"]') !== null
}
