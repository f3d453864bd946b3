import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FileStore, localFileStore } from '../../../platform/files/store.ts'
import { putThenEnter } from './keep.ts'

let folder: string
let files: FileStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keep-'))
  files = localFileStore(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const content = Buffer.from('a lesson')

/** What the row's write answers or throws. @returns how many bytes lie under its key afterwards */
async function keptAfter(outcome: { row?: boolean; error?: Error }): Promise<number> {
  let key = ''
  const entering = putThenEnter(files, content, async (given) => {
    key = given
    if (outcome.error) throw outcome.error
    return outcome.row
  })
  await expect(entering.catch((error: unknown) => error)).resolves.toBe(
    outcome.error ?? outcome.row,
  )
  return files.size(key).catch(() => 0)
}

it('content goes again when no row names it, and stays when nobody knows whether one does', async () => {
  expect(await keptAfter({ row: true })).toBe(content.length)
  expect(await keptAfter({ row: false })).toBe(0)
  expect(await keptAfter({ error: new Error('refused') })).toBe(0)
  const lost = new Error('Connection terminated unexpectedly')
  expect(await keptAfter({ error: lost })).toBe(content.length)
})
