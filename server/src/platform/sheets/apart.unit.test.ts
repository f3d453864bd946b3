import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { readApart } from './apart.ts'
import { readRows } from './rows.ts'

const dir = await mkdtemp(join(tmpdir(), 'reader-'))
afterAll(() => rm(dir, { recursive: true }))

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('ends a reading process whose caller is gone', async () => {
  const script = join(dir, 'reads-for-ever.mjs')
  await writeFile(
    script,
    "process.on('message', () => { process.send({ pid: process.pid }); for (;;); })",
  )
  const caller = new AbortController()
  const told = readApart<{ pid: number }>(pathToFileURL(script), {}, { gone: caller.signal })
  const { value } = await told.next()
  expect(runs(value.pid)).toBe(true)
  const waits = told.next()
  caller.abort()
  await expect(waits).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(() => runs(value.pid)).toBe(false)
})

it('starts none for a caller that was gone before', async () => {
  const sheet = { bytes: Buffer.from('a,b\n1,2\n'), isXlsx: false, mostRows: 10 }
  await expect(readRows(sheet, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  expect(await readRows(sheet)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})
