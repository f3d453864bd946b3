import { deviceNow } from './clock.ts'

const key = 'pages:reloaded-at'
const againMs = 60_000

/**
 * A lazy chunk that is gone means that the pages were updated under an open page: reload once.
 * Offline, or when a reload has just not helped, the error page says so instead.
 */
export function reloadOnStaleChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || deviceNow() - lastReload() < againMs) return
    event.preventDefault()
    try {
      sessionStorage.setItem(key, String(deviceNow()))
    } catch {
      return // without storage it could reload for ever
    }
    location.reload()
  })
}

function lastReload(): number {
  try {
    return Number(sessionStorage.getItem(key))
  } catch {
    return deviceNow()
  }
}
