import { useKeysWanted } from '@ce/client/use-keys-wanted.ts'
import { useEffect } from 'react'

/** Whether the reviewing queues' keys answer at this desk. */
export const useQueueKeysWanted = () => useKeysWanted('queue-keys')

type Act = (() => void) | undefined
type Letters = Readonly<Record<string, Act>>
type Pages = Readonly<Partial<Record<'PageUp' | 'PageDown', Act>>>

/**
 * Keys of a reviewing queue (look.md Console): none while a question stands over the page, letters never while something is typed.
 * @param letters by their small letter, while they are wanted
 * @param pages with Alt, which collide with nothing
 */
export function useQueueKeys(wanted: boolean, letters: Letters, pages: Pages = {}): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => pressed(event, wanted ? letters : {}, pages)
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [wanted, letters, pages])
}

/** Does what a key asks for, if it may: for useQueueKeys. */
export function pressed(event: KeyboardEvent, letters: Letters, pages: Pages): void {
  const act = isPage(event) ? pages[event.key] : letters[letterOf(event)]
  if (!act || isAsked()) return
  // in a field that it leads to the letter is not typed
  event.preventDefault()
  act()
}

function isPage(event: KeyboardEvent): event is KeyboardEvent & { key: 'PageUp' | 'PageDown' } {
  return event.altKey && (event.key === 'PageUp' || event.key === 'PageDown')
}

/** a box to tick takes no letters */
const typing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

/** '' for what is typed, and for what belongs to the browser, an input method, or a key held down. */
function letterOf({ ctrlKey, altKey, metaKey, isComposing, repeat, key, target }: KeyboardEvent) {
  const typed = target instanceof Element && target.closest(typing)
  return ctrlKey || altKey || metaKey || isComposing || repeat || typed ? '' : key.toLowerCase()
}

/** The focus may be on the page under it: a click beside a dialog takes it there. */
function isAsked(): boolean {
  const dialogs = [...document.querySelectorAll('[aria-modal="true"], dialog[open]')]
  return dialogs.some((dialog) => dialog.checkVisibility())
}
