import { useSyncExternalStore } from 'react'

interface InstallQuestion extends Event {
  prompt(): Promise<unknown>
}

let question: InstallQuestion | null = null
const listeners = new Set<() => void>()

/** The browser offers its install prompt only once and early, so store it for later. */
export function watchInstallPrompt(): void {
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

/** The browser's install event has these members, so the cast is safe. */
function asQuestion(event: Event): InstallQuestion {
  return event as InstallQuestion
}

/** `ask` shows the browser's prompt; `byHand` means by the browser's menu. Null if installed or not supported. */
export function useAppInstallation(): { ask: () => void } | 'byHand' | null {
  const asking = useSyncExternalStore(listen, () => question)
  if (asking)
    return {
      ask: () => {
        become(null)
        void asking.prompt()
      },
    }
  return isAppleOutside(navigator) ? 'byHand' : null
}

/**
 * True in Safari outside an installed app: Safari has no install prompt, and its `standalone` is true only if opened
 * from the home screen.
 */
function isAppleOutside(browser: Navigator): boolean {
  return 'standalone' in browser && browser.standalone === false
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
