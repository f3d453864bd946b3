import { useSyncExternalStore } from 'react'

/** The browser's own question whether to put the site among the phone's apps; the types of pages know none of it. */
interface InstallQuestion extends Event {
  prompt(): Promise<unknown>
}

let question: InstallQuestion | null = null
const listeners = new Set<() => void>()

/** Keeps the browser's question until it is wanted: it comes early, and once. */
export function keepInstallQuestion(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    become(asQuestion(event))
  })
  window.addEventListener('appinstalled', () => become(null))
}

function become(next: InstallQuestion | null): void {
  question = next
  for (const listener of [...listeners]) listener()
}

/** An event of this name has it. */
function asQuestion(event: Event): InstallQuestion {
  return event as InstallQuestion
}

/**
 * How this browser puts the site among the phone's apps: by asking (`ask`), by hand in its menu (`byHand`), or null: it
 * is there already, or the browser does not do it.
 */
export function useInstall(): { ask: () => void } | 'byHand' | null {
  const asking = useSyncExternalStore(listen, () => question)
  if (asking)
    return {
      ask: () => {
        // it may be asked once; the browser sends another when it will have it again
        become(null)
        void asking.prompt()
      },
    }
  return isAppleOutside(navigator) ? 'byHand' : null
}

/** Safari has no question; `standalone` is its own word for a site that was opened from the home screen. */
function isAppleOutside(browser: Navigator): boolean {
  return 'standalone' in browser && browser.standalone === false
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
