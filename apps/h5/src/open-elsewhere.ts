import { isPhoneApp } from '@ce/contract/mobile'

/** Opens an address that is no screen of this app as a document. @returns whether it was one */
export function openElsewhere(address: string): boolean {
  if (isPhoneApp(address.replace(/[?#].*/, ''))) return false
  location.assign(address)
  return true
}
