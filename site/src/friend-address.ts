import { shownAddress } from '@ce/contract/web-address'

/** Where a friendly link leads: a page of ours, or another site and how it is called; null: nowhere a browser should go. */
export type FriendAddress = { path: string } | { href: string; host: string } | null

/** Reads a `redirectUrl`. Staff's are checked when they are saved; this is for one that came another way. */
export function friendAddress(redirectUrl: string): FriendAddress {
  if (/^\/(?![/\\])/.test(redirectUrl)) return { path: redirectUrl }
  const url = URL.parse(redirectUrl)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  const host = shownAddress(`https://${url.host}`).replace(/^https:\/\/(www\.)?/, '')
  return { href: url.href, host }
}
