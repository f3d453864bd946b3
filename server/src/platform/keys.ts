import { link, readdir, readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from './error-code.ts'
import { draftOf, makeFolder, syncFolder, writeNew } from './files/durable.ts'
import { type MacKeys, macFile, newMacKey, openMacKeys, retiredMacFolder } from './mac-keys.ts'
import {
  newProofKey,
  openProofKeys,
  type ProofKeys,
  retiredFolder,
  signingFile,
} from './proof-keys.ts'
import { StartError } from './start-error.ts'

/** The portal's own keys, shared by all processes through KEYS_DIR; never in the database or logs. */
export interface Keys extends MacKeys {
  /** sign and verify proofs */
  proofs: ProofKeys
}

/** PROOF signs proofs; MAC signs links and codes, and seals secrets. */
export type KeyKind = 'PROOF' | 'MAC'

/** A key by what anybody may know of it. */
export interface KeyName {
  kind: KeyKind
  keyId: string
}

/**
 * Loads the keys. Those that are not there are made, unless the database was used with keys before: made anew, they would
 * turn every proof that was issued into an invalid one.
 * @param needed the keys that the database was used with
 * @throws StartError when the folder cannot be used, or lacks one of them
 */
export async function openKeys(folder: string, needed: readonly KeyName[] = []): Promise<Keys> {
  try {
    await makeFolder(folder, 0o700)
    const isNew = needed.length === 0
    await readOrMake(join(folder, signingFile), isNew ? newProofKey : null)
    await readOrMake(join(folder, macFile), isNew ? newMacKey : null)
    const keys: Keys = { proofs: openProofKeys(folder), ...openMacKeys(folder) }
    const there = namesOf(keys)
    const missing = needed.filter((key) => !there.some((one) => isSame(one, key)))
    if (missing.length > 0) throw new StartError(missingSentence(folder, missing))
    return keys
  } catch (error) {
    if (error instanceof MissingKey)
      throw new StartError(
        missingSentence(folder, await listMissing(folder, needed), error.message),
      )
    if (error instanceof StartError) throw error
    throw new StartError(`cannot use the keys in ${folder}: ${(error as Error).message}`)
  }
}

/** The keys that are loaded. */
export function namesOf(keys: Keys): KeyName[] {
  return [
    ...keys.proofs.published().map(({ keyId }) => ({ kind: 'PROOF' as const, keyId })),
    ...keys.macKeyIds().map((keyId) => ({ kind: 'MAC' as const, keyId })),
  ]
}

function isSame(one: KeyName, other: KeyName): boolean {
  return one.kind === other.kind && one.keyId === other.keyId
}

class MissingKey extends Error {}

/** Of the needed keys those that are not there: read one by one, for without a key that works now nothing can be loaded. */
async function listMissing(folder: string, needed: readonly KeyName[]): Promise<KeyName[]> {
  const folders: Record<KeyKind, string> = { PROOF: retiredFolder, MAC: retiredMacFolder }
  const names = async (kind: KeyKind) =>
    (await readdir(join(folder, folders[kind])).catch(() => [])).map((name) => name.split('.')[0])
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

/** The ids of keys that can be loaded; none where even the present one is missing. */
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
      ? `proof key ${keyId} (${signingFile}, or ${retiredFolder}/${keyId}.pem)`
      : `secret ${keyId} (${macFile}, or ${retiredMacFolder}/${keyId}.key)`,
  )
  return `KEYS_DIR ${folder} lacks keys that this database was used with: ${places.join(', ') || file}; bring them back from the backup, or let KEYS_DIR name the folder that all processes share (docs/operations/keys.md)`
}

/**
 * Reads a file, or makes it whole: of two processes starting at once, one's content wins for both.
 * @param make null: it must be there
 */
async function readOrMake(path: string, make: (() => string) | null): Promise<string> {
  const existing = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  })
  if (existing !== null) return existing
  if (!make) throw new MissingKey(path)
  const draft = draftOf(path)
  await writeNew(draft, make())
  await link(draft, path).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  await unlink(draft)
  await syncFolder(dirname(path))
  return readFile(path, 'utf8')
}
