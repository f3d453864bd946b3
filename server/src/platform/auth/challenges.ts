import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { z } from 'zod'
import { appNow, type Db } from '../db/database.ts'
import { insertOnce } from '../db/insert-once.ts'
import type { Keys } from '../keys.ts'

const lifeMs = 5 * 60_000
/** Rounds per key. A solution tries 200–400 keys, which takes about half a second on an old desktop. */
const cost = 2_000

/** A proof-of-work challenge (ALTCHA), valid for five minutes. */
export async function issueChallenge(db: Db, keys: Keys) {
  const expiresAt = new Date((await appNow(db)).getTime() + lifeMs)
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(400, 200),
    deriveKey,
    data: { expiresAt: expiresAt.toISOString() },
    hmacSignatureSecret: keys.mac('challenge', 'signature'),
    hmacKeySignatureSecret: keys.mac('challenge', 'key'),
  })
  return { challenge, expiresAt }
}

const answerShape = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      // A fixed cost keeps a forged challenge from causing work for the server.
      cost: z.literal(cost),
      keyLength: z.int().max(64),
      keyPrefix: z.string().max(128),
      keySignature: z.string().optional(),
      data: z.object({ expiresAt: z.iso.datetime() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int().min(0).max(10_000), derivedKey: z.string().max(128) }),
})

/** Checks the solution of a challenge and marks the challenge as used. */
export async function spendChallenge(db: Db, keys: Keys, answer: string): Promise<boolean> {
  const parsed = answerShape.safeParse(decode(answer))
  if (!parsed.success) return false
  const { challenge, solution } = parsed.data
  const verified = await isSolved(keys, { challenge, solution })
  const { expiresAt } = challenge.parameters.data
  if (!verified || (await appNow(db)) > new Date(expiresAt)) return false
  return spendToken(db, challenge.parameters.nonce, new Date(expiresAt))
}

/** During a key rotation, either key may have signed the challenge. */
async function isSolved(keys: Keys, asked: z.output<typeof answerShape>): Promise<boolean> {
  const signatures = keys.acceptedMacs('challenge', 'signature')
  const keySignatures = keys.acceptedMacs('challenge', 'key')
  for (const [index, hmacSignatureSecret] of signatures.entries()) {
    const hmacKeySignatureSecret = keySignatures[index]
    if (hmacKeySignatureSecret === undefined) continue
    const secrets = { hmacSignatureSecret, hmacKeySignatureSecret }
    const { verified } = await verifySolution({ ...asked, deriveKey, ...secrets }).catch(() => ({
      verified: false,
    }))
    if (verified) return true
  }
  return false
}

/** Returns false if the token was used before. Used tokens are kept until `expiresAt`. */
export function spendToken(db: Db, name: string, expiresAt: Date): Promise<boolean> {
  return insertOnce(db, 'spentChallenge', { salt: name, expiresAt })
}

export async function forgetSpentChallenges(db: Db): Promise<void> {
  await sql`
    with old as (
      select salt from spent_challenge where expires_at < (select app_now()) for update skip locked)
    delete from spent_challenge using old where spent_challenge.salt = old.salt`.execute(db)
}

function decode(answer: string): unknown {
  try {
    return JSON.parse(Buffer.from(answer, 'base64').toString('utf8'))
  } catch {
    return null
  }
}
