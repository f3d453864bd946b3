import { deviceNow } from './clock.ts'

const key = 'pages:reloaded-at'
const againMs = 60_000

/** Reloads the page once when an update removed a lazy chunk; otherwise the error page is shown. */
export function reloadOnStaleChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || deviceNow() - lastReload() < againMs) return
    event.preventDefault()
    try {
      sessionStorage.setItem(key, String(deviceNow()))
    } catch {
      return
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
