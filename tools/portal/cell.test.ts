import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useCell } from './cell.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ce-cells-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function start(name: string, from: NodeJS.ProcessEnv = {}) {
  await useCell(name, { makes: true, from, folder })
  return from
}

it('each cell has a folder and a port of its own, and keeps them', async () => {
  const [one, other] = await Promise.all([start('zhejiang'), start('sichuan')])
  expect(one).toEqual({ CELL: 'zhejiang', DATA_DIR: join(folder, 'zhejiang'), PORT: one.PORT })
  expect(other).toEqual({ CELL: 'sichuan', DATA_DIR: join(folder, 'sichuan'), PORT: other.PORT })
  expect(one.PORT).not.toBe(other.PORT)
  expect(await start('zhejiang')).toEqual(one)
  expect(await start('zhejiang', { PORT: '9000' })).toMatchObject({ PORT: '9000' })
})

it('a cell takes no folder that is named for another portal, and a command makes no cell', async () => {
  await expect(start('zhejiang', { DATA_DIR: '/srv/ce' })).rejects.toThrow('--cell sets DATA_DIR itself')
  await expect(start('zhejiang', { KEYS_DIR: '/srv/keys' })).rejects.toThrow('--cell sets KEYS_DIR itself')
  await expect(start('../zhejiang')).rejects.toThrow('CELL must be a name of a-z, 0-9 and -')
  await expect(useCell('zhejiang', { makes: false, from: {}, folder })).rejects.toThrow('no cell in')
  expect(await readdir(folder)).toEqual([])
})
