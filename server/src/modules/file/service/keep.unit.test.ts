import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalFileStore, type FileStore } from '../../../platform/files/store.ts'
import { storeThenInsert } from './content.ts'

let folder: string
let files: FileStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keep-'))
  files = createLocalFileStore(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const content = Buffer.from('a lesson')

async function keptAfter(outcome: { row?: boolean; error?: Error }): Promise<number> {
  let key = ''
  const entering = storeThenInsert(files, content, async (given) => {
    key = given
    if (outcome.error) throw outcome.error
    return outcome.row
  })
  await expect(entering.catch((error: unknown) => error)).resolves.toBe(outcome.error ?? outcome.row)
  return files.size(key).catch(() => 0)
}

it('stored content without a database row is removed, but kept if the result of the insert is unknown', async () => {
  expect(await keptAfter({ row: true })).toBe(content.length)
  expect(await keptAfter({ row: false })).toBe(0)
  expect(await keptAfter({ error: new Error('refused') })).toBe(0)
  const lost = new Error('Connection terminated unexpectedly')
  expect(await keptAfter({ error: lost })).toBe(content.length)
})
