import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type KeyName, listKeyNames, openKeys } from './keys.ts'
import { openMacKeys, retiredMacFolder, rotateMacKey } from './mac-keys.ts'

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'mac-'))
  const keys = await openKeys(path)
  return { path, keys, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

const day = 24 * 3600_000

it('values of a replaced MAC key stay valid in running and in new processes', async () => {
  await using temporary = await folder()
  const { path, keys } = temporary
  const mac = keys.mac('files', 'a:b:1')
  const sealed = keys.seal('totp:1', 'SECRET')
  const { before, now } = await rotateMacKey(path)
  const later = openMacKeys(path)
  expect(later.macKeyIds()).toEqual([now, before])
  expect(later.macMatches('files', 'a:b:1', mac)).toBe(true)
  expect(later.open('totp:1', sealed)).toBe('SECRET')
  expect(later.isSealedByNewest(sealed)).toBe(false)

  const fresh = later.mac('files', 'a:b:1')
  expect(fresh).toMatch(/^[0-9a-f]{64}$/)
  expect(fresh.slice(0, 32)).not.toBe(mac.slice(0, 32))
  const resealed = later.seal('totp:1', 'SECRET')
  expect(later.isSealedByNewest(resealed)).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(keys.macMatches('files', 'a:b:1', fresh)).toBe(true)
  expect(keys.open('totp:1', resealed)).toBe('SECRET')
})

it('each of three MAC keys decrypts and verifies its own values and refuses changed ones', async () => {
  await using temporary = await folder()
  const { path } = temporary
  const values: { mac: string; sealed: Buffer }[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    if (turn > 0) await rotateMacKey(path)
    const keys = openMacKeys(path)
    values.push({ mac: keys.mac('files', 'text'), sealed: keys.seal('use', `secret ${turn}`) })
  }
  const keys = openMacKeys(path)
  expect(keys.allMacs('files', 'text').toSorted()).toEqual(values.map(({ mac }) => mac).toSorted())
  for (const [turn, { mac, sealed }] of values.entries()) {
    expect(keys.macMatches('files', 'text', mac)).toBe(true)
    expect(keys.macMatches('files', 'texT', mac)).toBe(false)
    expect(keys.macMatches('other', 'text', mac)).toBe(false)
    expect(keys.open('use', sealed)).toBe(`secret ${turn}`)
    expect(() => keys.open('other', sealed)).toThrow()
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(() => keys.open('use', changed)).toThrow()
  }
  const [first = '', , last = ''] = values.map(({ mac }) => mac)
  expect(keys.macMatches('files', 'text', first.slice(0, 56) + last.slice(-8))).toBe(false)
})

it('30 days after a rotation the MACs of the old key are refused, but its secrets still decrypt', async () => {
  await using temporary = await folder()
  const { path, keys } = temporary
  const mac = keys.mac('files', 'text')
  const sealed = keys.seal('use', 'secret')
  await rotateMacKey(path, new Date(Date.now() - 29 * day))
  expect(openMacKeys(path).macMatches('files', 'text', mac)).toBe(true)
  const [name = ''] = await readdir(join(path, retiredMacFolder))
  const file = join(path, retiredMacFolder, name)
  const text = await readFile(file, 'utf8')
  const longAgo = `retired ${new Date(Date.now() - 31 * day).toISOString()}`
  await writeFile(file, text.replace(/^retired .*$/m, longAgo))
  const later = openMacKeys(path)
  expect(later.macMatches('files', 'text', mac)).toBe(false)
  expect(later.acceptedMacs('files', 'text')).toHaveLength(1)
  expect(later.open('use', sealed)).toBe('secret')
})

it('one of two concurrent rotations is refused', async () => {
  await using temporary = await folder()
  const { path } = temporary
  const outcomes = await Promise.allSettled([rotateMacKey(path), rotateMacKey(path)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(openMacKeys(path).macKeyIds()).toHaveLength(2)
})

it.each(['proof-ed25519.pem', 'mac.key'])(
  'a key folder without %s is refused by name, and nothing is created in it',
  async (file) => {
    await using temporary = await folder()
    const { path, keys } = temporary
    const needed = listKeyNames(keys)
    await rm(join(path, file))
    const before = await readdir(path)
    const kind = file === 'mac.key' ? 'MAC' : 'PROOF'
    const id = needed.find((key) => key.kind === kind)?.keyId ?? ''
    await expect(openKeys(path, needed)).rejects.toThrow(new RegExp(`lacks keys .*${id} .*${file}`))
    expect(await readdir(path)).toEqual(before)
  },
)

it('opening a key folder fails if a key that the database needs is missing in it', async () => {
  await using temporary = await folder()
  const { path } = temporary
  const needed: KeyName[] = [{ kind: 'PROOF', keyId: '0123456789abcdef' }]
  await expect(openKeys(path, needed)).rejects.toThrow('0123456789abcdef')
  const lost = join(path, 'lost')
  await expect(openKeys(lost, needed)).rejects.toThrow('0123456789abcdef')
  await expect(readdir(lost)).rejects.toThrow('ENOENT')
})
