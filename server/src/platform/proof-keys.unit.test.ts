import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openKeys } from './keys.ts'
import { createProofKey, openProofKeys, retiredProofKeyFolder, rotateProofKey } from './proof-keys.ts'

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'keys-'))
  const { proofs } = await openKeys(path)
  return { path, proofs, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

it('a replaced key still verifies in running and in new processes', async () => {
  await using keys = await folder()
  const old = keys.proofs.sign('text')
  const { before, now } = await rotateProofKey(keys.path)
  expect(before).toBe(old.keyId)
  expect(now).not.toBe(before)
  const later = openProofKeys(keys.path)
  const fresh = later.sign('text')
  expect(fresh.keyId).toBe(now)
  expect(later.verify('text', old.signature, old.keyId)).toBe('VALID')
  expect(keys.proofs.verify('text', fresh.signature, fresh.keyId)).toBe('VALID')
  expect(keys.proofs.sign('text').keyId).toBe(now)
  expect(later.published().map(({ keyId, signing }) => [keyId, signing])).toEqual([
    [now, true],
    [before, false],
  ])
})

it('refuses a changed text, a signature under another key, and an unknown key', async () => {
  await using keys = await folder()
  const { signature, keyId } = keys.proofs.sign('text')
  await rotateProofKey(keys.path)
  const { keyId: other } = openProofKeys(keys.path).sign('text')
  expect(keys.proofs.verify('texT', signature, keyId)).toBe('INVALID')
  expect(keys.proofs.verify('text', signature, other)).toBe('INVALID')
  expect(keys.proofs.verify('text', signature, '0123456789abcdef')).toBe('UNKNOWN_KEY')
})

it('one of two concurrent rotations is refused, all public keys are kept, and no old private key is kept', async () => {
  await using keys = await folder()
  const outcomes = await Promise.allSettled([rotateProofKey(keys.path), rotateProofKey(keys.path)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  const count = outcomes.filter(({ status }) => status === 'fulfilled').length
  expect(openProofKeys(keys.path).published()).toHaveLength(count + 1)
  expect(await readdir(keys.path)).toEqual(['mac.key', 'proof-ed25519.pem', retiredProofKeyFolder])
})

it('keeps the loaded keys while the folder is unreadable, and refuses keys of another kind', async () => {
  await using keys = await folder()
  const { signature, keyId } = keys.proofs.sign('text')
  await rotateProofKey(keys.path)
  const { publicKey } = generateKeyPairSync('x25519')
  const pem = publicKey.export({ type: 'spki', format: 'pem' })
  await writeFile(join(keys.path, retiredProofKeyFolder, 'x.pem'), pem)
  expect(() => openProofKeys(keys.path)).toThrow('not Ed25519')
  expect(keys.proofs.verify('text', signature, keyId)).toBe('VALID')
  expect(keys.proofs.verify('text', signature, 'ffffffffffffffff')).toBe('UNKNOWN_KEY')
  expect(createProofKey()).toContain('PRIVATE KEY')
})

it.each([
  ['an empty one', ''],
  ['one that was cut', 'ab'.repeat(31)],
  ['no hexadecimal', 'xy'.repeat(32)],
])('refuses a MAC key that everybody could know: %s', async (_what, content) => {
  await using keys = await folder()
  const file = join(keys.path, 'mac.key')
  const right = await readFile(file, 'utf8')
  await writeFile(file, content)
  await expect(openKeys(keys.path)).rejects.toThrow('mac.key is not 64 hexadecimal digits')
  await writeFile(file, `${right}\n`)
  await openKeys(keys.path)
})
