import { digestPassword } from '@ce/contract/password'
import { hash, verify } from '@node-rs/argon2'
import { atMost } from '../at-most.ts'

const options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
/** hashing is CPU and 19 MiB each: a rush queues here instead of in the kernel */
const hashing = atMost(4)
const limited = <Result>(work: () => Promise<Result>) => hashing('', work)

/** argon2id of a password digest, as kept. */
export function hashPassword(digest: string): Promise<string> {
  return limited(() => hash(digest, options))
}

let decoy: Promise<string> | null = null

/** Whether the digest is the kept one's. Without a kept one it takes as long and is false. */
export async function passwordMatches(kept: string | undefined, digest: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const against = kept ?? (await decoy)
  const same = await limited(() => verify(against, digest))
  return same && kept !== undefined
}

/** What everybody chooses; some break the page's own rules, for nobody need come by the page. */
const known = [
  '',
  ...['123456', '1234567', '12345678', '123456789', '1234567890', '11111111', '88888888'],
  ...['a1234567', 'abc12345', 'qwer1234', 'password', 'password1', '1qaz2wsx'],
  ...['Password1', 'Passw0rd', 'P@ssw0rd', 'Abc12345', 'Abc@1234', 'Aa123456', 'Aa123456!'],
  ...['Qwer1234', 'Admin@123', 'Demo@2026'],
]
const common = new Set(known.map(digestPassword))

/**
 * Complexity is checked before the transform, in the client; these are the digests nobody may choose.
 * @param digest the password after the transform of the specification (§5)
 * @param numbers the person's own, no secrets either; nor is the end of an ID number
 */
export function passwordIsCommon(digest: string, ...numbers: string[]): boolean {
  const own = numbers.flatMap((number) => [number, number.slice(-6), number.slice(-8)])
  return common.has(digest) || own.some((number) => digestPassword(number) === digest)
}
