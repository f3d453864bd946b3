import { useEffect } from 'react'

/** What of the browser keeps a screen lit; browsers without it have no `wakeLock`. */
export interface Screen {
  wakeLock?: { request(type: 'screen'): Promise<{ release(): Promise<void> }> }
}

interface Page {
  readonly visibilityState: string
  addEventListener(name: 'visibilitychange', act: () => void): void
  removeEventListener(name: 'visibilitychange', act: () => void): void
}

/**
 * The screen stays lit until what this returns is called. A page that is hidden loses its lock: it is asked for again
 * when the page is shown. A refusal (a flat battery, say) changes nothing.
 */
export function keepAwake(screen: Screen, page: Page): () => void {
  let over = false
  let lock: { release(): Promise<void> } | null = null
  const release = (held: typeof lock) => void held?.release().catch(() => undefined)

  async function ask(): Promise<void> {
    if (over || page.visibilityState !== 'visible') return
    const got = await screen.wakeLock?.request('screen').catch(() => null)
    if (!got) return
    if (over) return release(got)
    release(lock)
    lock = got
  }

  const again = () => void ask()
  page.addEventListener('visibilitychange', again)
  void ask()
  return () => {
    over = true
    page.removeEventListener('visibilitychange', again)
    release(lock)
    lock = null
  }
}

/** The screen does not go dark while something that takes time is under way. */
export function useWakeLock(active: boolean): void {
  useEffect(() => (active ? keepAwake(navigator, document) : undefined), [active])
}
