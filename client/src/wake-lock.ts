import { useEffect } from 'react'

export interface WakeLockScreen {
  wakeLock?: { request(type: 'screen'): Promise<{ release(): Promise<void> }> }
}

interface Page {
  readonly visibilityState: string
  addEventListener(name: 'visibilitychange', act: () => void): void
  removeEventListener(name: 'visibilitychange', act: () => void): void
}

/**
 * Keeps the screen on. A hidden page loses the wake lock, so it is requested again when the page is visible. A refusal,
 * as with a low battery, is ignored.
 * @returns a function that releases the lock
 */
export function requestWakeLock(screen: WakeLockScreen, page: Page): () => void {
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

export function useWakeLock(active: boolean): void {
  useEffect(() => (active ? requestWakeLock(navigator, document) : undefined), [active])
}
