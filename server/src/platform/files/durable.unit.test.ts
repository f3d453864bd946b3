import { chownSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openKeys } from '../keys.ts'
import { openProofKeys, retiredFolder, rotateProofKey } from '../proof-keys.ts'
import { makeFolder, writeNew, writeWhole } from './durable.ts'
import { localFileStore } from './store.ts'

let folder: string
/** what was brought to disk, in its order, each with what the look at that moment gave */
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

/** without the folder of this test and what is different each time */
function shown(path: string): string {
  const name = path.replace(folder, '').replace(/[0-9a-f]{16}\.pem/, 'ID.pem')
  return name.replace(/\.[0-9a-f-]{36}\.part$/, '.part') || '/'
}

describe.runIf(process.platform === 'linux')('what is on disk, and when', () => {
  it('a file is there under its name only once its content is, and all of it', async () => {
    const path = join(folder, 'x')
    look = () => ` ${readdirSync(folder).map(shown).join()}`
    await writeWhole(path, 'one')
    expect(synced).toEqual(['/x.part x.part', '/ x'])
    await writeWhole(path, 'two')
    expect(await readFile(path, 'utf8')).toBe('two')
    await expect(writeNew(path, 'three')).rejects.toThrow('EEXIST')
    expect(await readdir(folder)).toEqual(['x'])
  })

  it('folders are, with all above them', async () => {
    await makeFolder(join(folder, 'a/b'))
    await makeFolder(join(folder, 'a/b'))
    expect(synced).toEqual(['/a', '/'])
  })

  it('the public half of an old key is before its private half goes', async () => {
    await openKeys(folder)
    synced.length = 0
    const old = openProofKeys(folder).published()[0]?.keyId
    look = () => (openProofKeys(folder).published()[0]?.keyId === old ? ' old' : ' new')
    await rotateProofKey(folder)
    expect(synced).toEqual([
      '/proof-ed25519.next.pem old',
      '/ old',
      `/${retiredFolder}/ID.pem.part old`,
      `/${retiredFolder} old`,
      '/ new',
    ])
  })

  it('new keys are before anything is signed with them', async () => {
    await openKeys(join(folder, 'keys'))
    expect(synced).toEqual([
      ...['/', '/keys/proof-ed25519.pem.part', '/keys'],
      ...['/keys/mac.key.part', '/keys'],
    ])
  })
})

// npm run keys:rotate and its like, as root beside a portal that is not
it.runIf(process.getuid?.() === 0)(
  'what root makes belongs to whom the folder belongs',
  async () => {
    const [uid, gid] = [65534, 65533]
    chownSync(folder, uid, gid)
    const store = localFileStore(join(folder, 'files'))
    await store.put('a/b', Buffer.from('x'))
    const keys = join(folder, 'keys')
    await openKeys(keys)
    await rotateProofKey(keys)
    const made = await readdir(folder, { recursive: true })
    expect(made).toHaveLength(8)
    for (const name of made) expect(statSync(join(folder, name)), name).toMatchObject({ uid, gid })
  },
)
