import { phoneBase } from '@ce/contract/mobile'

/** Lets the worker in once the first screen stands; without it everything works, but for the words when offline. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    void navigator.serviceWorker
      .register(`${phoneBase}/sw.js`, { scope: `${phoneBase}/`, updateViaCache: 'none' })
      // not over HTTPS, private browsing, no room: as without it
      .catch(() => undefined)
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
