import { useShortcutKeysEnabled } from '@ce/client/use-keys-wanted.ts'
import { useEffect } from 'react'

export const useQueueKeysEnabled = () => useShortcutKeysEnabled('queue-keys')

type Act = (() => void) | undefined
type Letters = Readonly<Record<string, Act>>
type Pages = Readonly<Partial<Record<'PageUp' | 'PageDown', Act>>>

/**
 * Handles shortcuts (docs/rules/look.md#console). @param letters handlers keyed by lower-case letter @param pages
 * handlers for Alt with page keys
 */
export function useQueueKeys(wanted: boolean, letters: Letters, pages: Pages = {}): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => handleQueueKey(event, wanted ? letters : {}, pages)
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [wanted, letters, pages])
}

export function handleQueueKey(event: KeyboardEvent, letters: Letters, pages: Pages): void {
  const act = isPage(event) ? pages[event.key] : letters[letterOf(event)]
  if (!act || isAsked()) return
  // Prevent the default, so that the letter is not typed into the field that gets the focus.
  event.preventDefault()
  act()
}

function isPage(event: KeyboardEvent): event is KeyboardEvent & { key: 'PageUp' | 'PageDown' } {
  return event.altKey && (event.key === 'PageUp' || event.key === 'PageDown')
}

/** Nobody types into checkboxes and radios, so letter shortcuts still work there. */
const typing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

/** Returns the pressed key in lower case, or '' for text input, browser shortcuts, input methods and repeated keys. */
function letterOf({ ctrlKey, altKey, metaKey, isComposing, repeat, key, target }: KeyboardEvent) {
  const typed = target instanceof Element && target.closest(typing)
  return ctrlKey || altKey || metaKey || isComposing || repeat || typed ? '' : key.toLowerCase()
}

/** True while a dialog is open, even if a click beside the dialog moved the focus to the page. */
function isAsked(): boolean {
  const dialogs = [...document.querySelectorAll('[aria-modal="true"], dialog[open]')]
  return dialogs.some((dialog) => dialog.checkVisibility())
}
