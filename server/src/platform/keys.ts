import { link, readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCodeOf } from './error-code.ts'
import { StartError } from './errors.ts'
import { listNames, makeFolder, syncFolder, temporaryPathFor, writeNewFile } from './files/durable.ts'
import { createMacKey, type MacKeys, macKeyFile, openMacKeys, retiredMacFolder } from './mac-keys.ts'
import {
  createProofKey,
  openProofKeys,
  type ProofKeys,
  proofSigningKeyFile,
  retiredProofKeyFolder,
} from './proof-keys.ts'

export interface Keys extends MacKeys {
  proofs: ProofKeys
}

/** PROOF keys sign proofs. MAC keys sign links and codes, and encrypt secrets. */
export type KeyKind = 'PROOF' | 'MAC'

export interface KeyName {
  kind: KeyKind
  keyId: string
}

/**
 * New keys would invalidate all issued proofs, so missing ones stop the start. @param needed keys that the database was
 * used with @throws StartError when the folder is unusable or a needed key is missing.
 */
export async function openKeys(folder: string, needed: readonly KeyName[] = []): Promise<Keys> {
  try {
    const isNew = needed.length === 0
    // An empty folder in place of a lost one would hide that it is not mounted.
    if (isNew) await makeFolder(folder, 0o700)
    await readOrMake(join(folder, proofSigningKeyFile), isNew ? createProofKey : null)
    await readOrMake(join(folder, macKeyFile), isNew ? createMacKey : null)
    const keys: Keys = { proofs: openProofKeys(folder), ...openMacKeys(folder) }
    const there = listKeyNames(keys)
    const missing = needed.filter((key) => !there.some((one) => isSame(one, key)))
    if (missing.length > 0) throw new StartError(missingSentence(folder, missing))
    return keys
  } catch (error) {
    if (error instanceof StartError) throw error
    if (!(error instanceof MissingKey)) throw unusableKeys(folder, error)
    const missing = await listMissing(folder, needed).catch((fault: unknown) => {
      throw unusableKeys(folder, fault)
    })
    throw new StartError(missingSentence(folder, missing, error.message))
  }
}

function unusableKeys(folder: string, error: unknown): StartError {
  return new StartError(`cannot use the keys in ${folder}: ${(error as Error).message}`)
}

export function listKeyNames(keys: Keys): KeyName[] {
  return [
    ...keys.proofs.published().map(({ keyId }) => ({ kind: 'PROOF' as const, keyId })),
    ...keys.macKeyIds().map((keyId) => ({ kind: 'MAC' as const, keyId })),
  ]
}

function isSame(one: KeyName, other: KeyName): boolean {
  return one.kind === other.kind && one.keyId === other.keyId
}

class MissingKey extends Error {}

/** Keys are read one by one, because loading fails without a current key. */
async function listMissing(folder: string, needed: readonly KeyName[]): Promise<KeyName[]> {
  const folders: Record<KeyKind, string> = { PROOF: retiredProofKeyFolder, MAC: retiredMacFolder }
  const names = async (kind: KeyKind) =>
    (await listNames(join(folder, folders[kind]))).map((name) => name.split('.')[0])
  const proofs = idsOf(() =>
    openProofKeys(folder)
      .published()
      .map(({ keyId }) => keyId),
  )
  const macs = idsOf(() => openMacKeys(folder).macKeyIds())
  const there = {
    PROOF: [...(await names('PROOF')), ...proofs],
    MAC: [...(await names('MAC')), ...macs],
  }
  return needed.filter(({ kind, keyId }) => !there[kind].includes(keyId))
}

function idsOf(load: () => string[]): string[] {
  try {
    return load()
  } catch {
    return []
  }
}

function missingSentence(folder: string, missing: readonly KeyName[], file = ''): string {
  const places = missing.map(({ kind, keyId }) =>
    kind === 'PROOF'
      ? `proof key ${keyId} (${proofSigningKeyFile}, or ${retiredProofKeyFolder}/${keyId}.pem)`
      : `secret ${keyId} (${macKeyFile}, or ${retiredMacFolder}/${keyId}.key)`,
  )
  return `KEYS_DIR ${folder} lacks keys that this database was used with: ${places.join(', ') || file}; bring them back from the backup, or let KEYS_DIR name the folder that all processes share (docs/operations/keys.md)`
}

/**
 * If two processes start at once, both get the same content. @param make creates the content; null when the file must
 * exist
 */
async function readOrMake(path: string, make: (() => string) | null): Promise<string> {
  const existing = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return null
    throw error
  })
  if (existing !== null) return existing
  if (!make) throw new MissingKey(path)
  const draft = temporaryPathFor(path)
  await writeNewFile(draft, make())
  await link(draft, path).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  })
  await unlink(draft)
  await syncFolder(dirname(path))
  return readFile(path, 'utf8')
}
