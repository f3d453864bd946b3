import { isInDialog, useKeysWanted } from '@ce/frame/use-keys-wanted.ts'
import { useEffect } from 'react'

/** Whether the reviewing queues' keys answer at this desk. */
export const useQueueKeysWanted = () => useKeysWanted('queue-keys')

/** Single keys of a reviewing queue (look.md Console): never while something is typed or asked. @param keys by their small letter */
export function useQueueKeys(
  wanted: boolean,
  keys: Readonly<Record<string, (() => void) | undefined>>,
): void {
  useEffect(() => {
    if (!wanted) return
    const press = (event: KeyboardEvent) => {
      const act = keyOf(event) && keys[keyOf(event)]
      if (!act || isTyping(event.target) || isInDialog(event.target)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [wanted, keys])
}

/** The letter; '' for what belongs to the browser, an input method, or a key held down. */
function keyOf(event: KeyboardEvent): string {
  const { ctrlKey, altKey, metaKey, isComposing, repeat, key } = event
  return ctrlKey || altKey || metaKey || isComposing || repeat ? '' : key.toLowerCase()
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  )
}
