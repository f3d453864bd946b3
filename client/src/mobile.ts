import { phoneRedirectOf } from '@ce/contract/mobile'

/**
 * Returns the address for this kind of device, or null if the browser is already at the right one
 * (docs/rules/screens.md#phones).
 */
export function deviceVersionAddress({ pathname, search }: { pathname: string; search: string }) {
  const { userAgent, maxTouchPoints } = navigator
  return phoneRedirectOf(pathname, search, { userAgent, maxTouchPoints, cookie: document.cookie })
}
