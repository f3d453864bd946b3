import { phoneBase } from '@ce/contract/mobile'

/** Registers the service worker; if that fails, only the offline screens are missing. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    void navigator.serviceWorker
      .register(`${phoneBase}/sw.js`, { scope: `${phoneBase}/`, updateViaCache: 'none' })
      // Registering fails without HTTPS, in private browsing or without space; all else works.
      .catch(() => undefined)
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
