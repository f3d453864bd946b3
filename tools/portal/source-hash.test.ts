import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { computeSourceHash } from './source-hash.ts'

test('the source hash covers names and contents of files, but no tests and build outputs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ce-hash-'))
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  const hash = () => computeSourceHash([folder, join(folder, 'not-there')])
  await mkdir(join(folder, 'dist'))
  await write('a.ts', 'one')
  const first = await hash()
  await write('a.test.ts', 'a test')
  await write('dist/a.js', 'an output')
  expect(await hash()).toBe(first)
  await write('a.ts', 'two')
  const second = await hash()
  expect(second).not.toBe(first)
  await write('b.ts', '')
  expect(await hash()).not.toBe(second)
  await rm(folder, { recursive: true })
})
