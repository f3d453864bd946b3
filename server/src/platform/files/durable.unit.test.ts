import { chownSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openKeys } from '../keys.ts'
import { openProofKeys, retiredProofKeyFolder, rotateProofKey } from '../proof-keys.ts'
import { makeFolder, writeFileAtomically, writeNewFile } from './durable.ts'
import { createLocalFileStore } from './store.ts'

let folder: string
/** Synced paths in order, each with the state at that moment. */
let synced: string[]
let look: () => string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ce-durable-'))
  synced = []
  look = () => ''
  await using any = await open(folder)
  const sync = vi.spyOn(Object.getPrototypeOf(any) as FileHandle, 'sync')
  sync.mockImplementation(async function (this: FileHandle) {
    synced.push(shown(readlinkSync(`/proc/self/fd/${this.fd}`)) + look())
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

function shown(path: string): string {
  const name = path.replace(folder, '').replace(/[0-9a-f]{16}\.pem/, 'ID.pem')
  return name.replace(/\.[0-9a-f-]{36}\.part$/, '.part') || '/'
}

describe.runIf(process.platform === 'linux')('durable files', () => {
  it('a file gets its name only after its whole content is on disk', async () => {
    const path = join(folder, 'x')
    look = () => ` ${readdirSync(folder).map(shown).join()}`
    await writeFileAtomically(path, 'one')
    expect(synced).toEqual(['/x.part x.part', '/ x'])
    await writeFileAtomically(path, 'two')
    expect(await readFile(path, 'utf8')).toBe('two')
    await expect(writeNewFile(path, 'three')).rejects.toThrow('EEXIST')
    expect(await readdir(folder)).toEqual(['x'])
  })

  it('new folders and their parents are synced to disk', async () => {
    await makeFolder(join(folder, 'a/b'))
    await makeFolder(join(folder, 'a/b'))
    expect(synced).toEqual(['/a', '/'])
  })

  it('the public half of a replaced key is on disk before its private half is removed', async () => {
    await openKeys(folder)
    synced.length = 0
    const old = openProofKeys(folder).published()[0]?.keyId
    look = () => (openProofKeys(folder).published()[0]?.keyId === old ? ' old' : ' new')
    await rotateProofKey(folder)
    expect(synced).toEqual([
      '/proof-ed25519.next.pem old',
      '/ old',
      `/${retiredProofKeyFolder}/ID.pem.part old`,
      `/${retiredProofKeyFolder} old`,
      '/ new',
    ])
  })

  it('new keys are on disk before they sign anything', async () => {
    await openKeys(join(folder, 'keys'))
    expect(synced).toEqual([...['/', '/keys/proof-ed25519.pem.part', '/keys'], ...['/keys/mac.key.part', '/keys']])
  })
})

// Commands such as `npm run keys:rotate` may run as root beside a portal that does not.
it.runIf(process.getuid?.() === 0)('files that root creates belong to the owner of the folder', async () => {
  const [uid, gid] = [65534, 65533]
  chownSync(folder, uid, gid)
  const store = createLocalFileStore(join(folder, 'files'))
  await store.put('a/b', Buffer.from('x'))
  const keys = join(folder, 'keys')
  await openKeys(keys)
  await rotateProofKey(keys)
  const made = await readdir(folder, { recursive: true })
  expect(made).toHaveLength(8)
  for (const name of made) expect(statSync(join(folder, name)), name).toMatchObject({ uid, gid })
})
