import { toDisplayedAddress } from '@ce/contract/web-address'

/** The target of a friend link; null when its address is unsafe. */
export type FriendAddress = { path: string } | { href: string; host: string } | null

export function parseFriendAddress(redirectUrl: string): FriendAddress {
  if (/^\/(?![/\\])/.test(redirectUrl)) return { path: redirectUrl }
  const url = URL.parse(redirectUrl)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  const host = toDisplayedAddress(`https://${url.host}`).replace(/^https:\/\/(www\.)?/, '')
  return { href: url.href, host }
}
