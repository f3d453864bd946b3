import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { link, readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from './error-code.ts'
import { draftOf, makeFolder, syncFolder, writeNew } from './files/durable.ts'
import { newProofKey, openProofKeys, type ProofKeys, signingFile } from './proof-keys.ts'
import { StartError } from './start-error.ts'

/** The portal's own keys, shared by all processes through KEYS_DIR; never in the database or logs. */
export interface Keys {
  /** sign and verify proofs */
  proofs: ProofKeys
  /** hex MAC for one use (`file`, `challenge` …), so that one use's MAC is worth nothing in another */
  mac(use: string, text: string): string
  macMatches(use: string, text: string, mac: string): boolean
  /** encrypts a secret that the database keeps (AES-256-GCM), for one use, as `totp:<staff id>` */
  seal(use: string, text: string): Buffer
  /** @throws Error when it was sealed for another use, with other keys, or was changed */
  open(use: string, sealed: Buffer): string
}

/** Loads the keys, making them at the very first start. @throws StartError when the folder cannot be used */
export async function openKeys(folder: string): Promise<Keys> {
  try {
    await makeFolder(folder, 0o700)
    await once(join(folder, signingFile), newProofKey)
    const secret = await once(join(folder, 'mac.key'), () => randomBytes(32).toString('hex'))
    return makeKeys(openProofKeys(folder), secretOf(secret.trim()))
  } catch (error) {
    throw new StartError(`cannot use the keys in ${folder}: ${(error as Error).message}`)
  }
}

/** An empty or cut file would be a key that everybody knows. */
function secretOf(digits: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(digits))
    throw new Error('mac.key is not 64 hexadecimal digits: bring it back from the backup')
  return Buffer.from(digits, 'hex')
}

function makeKeys(proofs: ProofKeys, secret: Buffer): Keys {
  // as a key object: given bytes, each call makes one anew, at four times the price
  const macKey = createSecretKey(secret)
  const mac = (use: string, text: string) =>
    createHmac('sha256', macKey).update(`${use}\n${text}`).digest('hex')
  return {
    proofs,
    mac,
    macMatches: (use, text, given) => {
      const right = Buffer.from(mac(use, text))
      const candidate = Buffer.from(given)
      return right.length === candidate.length && timingSafeEqual(right, candidate)
    },
    ...sealer(secret),
  }
}

const nonceBytes = 12
const tagBytes = 16

/** nonce, tag, ciphertext; a key of its own for each use */
function sealer(secret: Buffer): Pick<Keys, 'seal' | 'open'> {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `seal\n${use}`, 32))
  return {
    seal: (use, text) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keyFor(use), nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open: (use, sealed) => {
      const nonce = sealed.subarray(0, nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', keyFor(use), nonce, {
        authTagLength: tagBytes,
      })
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      const body = sealed.subarray(nonceBytes + tagBytes)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}

/** Reads a file, or makes it whole: of two processes starting at once, one's content wins for both. */
async function once(path: string, make: () => string): Promise<string> {
  const existing = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  })
  if (existing !== null) return existing
  const draft = draftOf(path)
  await writeNew(draft, make())
  await link(draft, path).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  await unlink(draft)
  await syncFolder(dirname(path))
  return readFile(path, 'utf8')
}
