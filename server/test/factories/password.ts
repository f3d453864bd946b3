import { hashPassword } from '../../src/platform/auth/passwords.ts'

const hashes = new Map<string, Promise<string>>()

/** The hash of a password that many accounts of the tests have: to work it out for each takes longer than all else of them. */
export function hashOnce(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}
