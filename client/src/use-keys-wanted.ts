import { useState } from 'react'

/** Speech input may trigger single-key shortcuts by accident, so they can be off (WCAG 2.1.4). */
export function useShortcutKeysEnabled(storageKey: string): [boolean, (wanted: boolean) => void] {
  const [wanted, setWanted] = useState(() => readWanted(storageKey))
  const change = (next: boolean) => {
    setWanted(next)
    try {
      localStorage.setItem(storageKey, next ? 'on' : 'off')
    } catch {
      // Without storage the setting lasts as long as the page.
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

/** While a dialog is open, pressed keys belong to the dialog. */
export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog, [role="dialog"]') !== null
}
