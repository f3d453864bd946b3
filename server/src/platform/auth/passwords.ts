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

/** Complexity is checked before the transform, in the client; here stand the digests nobody may choose. */
const common = new Set(
  [
    'Demo@2026',
    'Password1',
    'Passw0rd',
    'P@ssw0rd',
    'Abc12345',
    'Abc@1234',
    'Aa123456',
    'Qwer1234',
    'Admin@123',
    'Aa123456!',
  ].map(digestPassword),
)

/** @param digest the password after the transform of the specification (§5) */
export function passwordIsCommon(digest: string): boolean {
  return common.has(digest)
}
