import { phoneBase } from '@ce/contract/mobile'

/** this app's screens; whatever else lies below /h5 are public pages, documents of their own */
const own = new RegExp(`^${phoneBase}/(login|register|system|exam|grant)(/|[?#]|$)`)

/** Opens an address that is no screen of this app as a document. @returns whether it was one */
export function openElsewhere(address: string): boolean {
  if (own.test(address)) return false
  location.assign(address)
  return true
}
