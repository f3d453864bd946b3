import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { z } from 'zod'
import { appNow, type Db } from '../db/database.ts'
import { insertOnce } from '../db/insert-once.ts'
import type { Keys } from '../keys.ts'

const lifeMs = 5 * 60_000
/** about half a second on an old desktop: 200–400 keys of 2,000 rounds */
const cost = 2_000

/** A proof-of-work question (ALTCHA), good for five minutes by the database's clock. */
export async function newChallenge(db: Db, keys: Keys) {
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
      // a forged question must not make the server work
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

/** Whether an answer is right, fresh and used for the first time; using it spends it. */
export async function spendChallenge(db: Db, keys: Keys, answer: string): Promise<boolean> {
  const parsed = answerShape.safeParse(decode(answer))
  if (!parsed.success) return false
  const { challenge, solution } = parsed.data
  const verified = await isSolved(keys, { challenge, solution })
  const { expiresAt } = challenge.parameters.data
  if (!verified || (await appNow(db)) > new Date(expiresAt)) return false
  return spendOnce(db, challenge.parameters.nonce, new Date(expiresAt))
}

/** Of two keys around a rotation either may have asked. */
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

/** Whether something good for one use is used for the first time; `expiresAt`: until when it has to be remembered. */
export function spendOnce(db: Db, name: string, expiresAt: Date): Promise<boolean> {
  return insertOnce(db, 'spentChallenge', { salt: name, expiresAt })
}

/** A job: spent answers need remembering only as long as they would be accepted. */
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
