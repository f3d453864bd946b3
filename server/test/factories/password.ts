import { hashPassword } from '../../src/platform/auth/passwords.ts'

const hashes = new Map<string, Promise<string>>()

/** One hash serves all tests, because hashing would take most of their time. */
export function hashPasswordOnce(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}
