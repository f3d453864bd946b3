import { randomInt } from 'node:crypto'
import { checkStaffPasswordRules, digestPassword } from '@ce/contract/password'
import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../batches.ts'

/** Letters and digits that do not look alike on paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/]

const options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Each password hash needs CPU and 19 MiB, so many sign-ins at once must queue. */
const hashing = limitConcurrency(4)

const limited = <Result>(work: () => Promise<Result>) => hashing('', work)

export function hashPassword(digest: string): Promise<string> {
  return limited(() => hash(digest, options))
}

let decoy: Promise<string> | null = null

/** The check takes the same time when no hash is stored. */
export async function verifyPassword(kept: string | undefined, digest: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const against = kept ?? (await decoy)
  const same = await limited(() => verify(against, digest))
  return same && kept !== undefined
}

/** The list also has passwords that the form refuses, because a request need not come from the form. */
const known = [
  '',
  ...['123456', '1234567', '12345678', '123456789', '1234567890', '11111111', '88888888'],
  ...['a1234567', 'abc12345', 'qwer1234', 'password', 'password1', '1qaz2wsx'],
  ...['Password1', 'Passw0rd', 'P@ssw0rd', 'Abc12345', 'Abc@1234', 'Aa123456', 'Aa123456!'],
  ...['Qwer1234', 'Admin@123', 'Demo@2026'],
]

const common = new Set(known.map(digestPassword))

/**
 * @param digest the password after the transform (docs/rules/accounts.md#passwords) @param numbers the person's own
 * phone and ID number
 */
export function isCommonPassword(digest: string, ...numbers: string[]): boolean {
  const own = numbers.flatMap((number) => [number, number.slice(-6), number.slice(-8)])
  return common.has(digest) || own.some((number) => digestPassword(number) === digest)
}

export function isWeakPassword(password: string, account: string): boolean {
  return (
    checkStaffPasswordRules(password, account).some(({ met }) => !met) || isCommonPassword(digestPassword(password))
  )
}

/** A one-time password is shown once and changed at the first sign-in. */
export function drawOneTimePassword(groups = 4): string {
  const letter = () => alphabet[randomInt(alphabet.length)]
  for (;;) {
    const drawn = Array.from({ length: groups }, () => Array.from({ length: 4 }, letter).join(''))
    const password = drawn.join('-')
    if (kinds.every((kind) => kind.test(password))) return password
  }
}
