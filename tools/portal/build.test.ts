import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ensurePagesBuilt, type Pages } from './build.ts'

let folder: string
let made: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ce-build-'))
  made = []
  await writeFile(join(folder, 'source'), 'one')
})
afterEach(() => rm(folder, { recursive: true }))

/** Pages that are made of one file, by somebody. */
function pagesBy(who: string, meanwhile: () => Promise<unknown> = () => delay(200)): Pages {
  return {
    ingredients: [join(folder, 'source')],
    output: join(folder, 'dist'),
    stamp: join(folder, 'stamp'),
    make: async (fresh) => {
      made.push(who)
      await writeFile(join(fresh, 'page'), 'half')
      await meanwhile()
      await writeFile(join(fresh, 'page'), await readFile(join(folder, 'source')))
    },
  }
}

const page = () => readFile(join(folder, 'dist/page'), 'utf8')

it('of two starts at once one builds, and the other waits for it', async () => {
  await Promise.all(['a', 'b', 'c'].map((who) => ensurePagesBuilt(pagesBy(who))))
  expect(made).toHaveLength(1)
  expect(await page()).toBe('one')
  expect(await readdir(join(folder, 'dist'))).toEqual(['page'])
  await ensurePagesBuilt(pagesBy('d'))
  expect(made).toHaveLength(1)
})

it('what is served stays whole while its successor is built, and when that fails', async () => {
  await ensurePagesBuilt(pagesBy('a'))
  await writeFile(join(folder, 'source'), 'two')
  const broken = pagesBy('b', async () => {
    expect(await page()).toBe('one')
    throw new Error('failed')
  })
  await expect(ensurePagesBuilt(broken)).rejects.toThrow('failed')
  expect(await page()).toBe('one')
  await ensurePagesBuilt(pagesBy('c'))
  expect(await page()).toBe('two')
})

it('a builder that was killed stops nobody', async () => {
  const holder = `
    const { alone } = await import(${JSON.stringify(new URL('alone.ts', import.meta.url).href)})
    await alone(${JSON.stringify(join(folder, 'dist'))}, () => new Promise(() => {
      console.log('holds')
      setInterval(() => {}, 1000)
    }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder])
  await once(child.stdout, 'data')
  const built = ensurePagesBuilt(pagesBy('a'))
  expect(await Promise.race([built, delay(300, 'waits')])).toBe('waits')
  child.kill('SIGKILL')
  await built
  expect(await page()).toBe('one')
})

it('what a killed builder goes on writing gets into nobody else’s pages, and goes with the next build', async () => {
  let left = ''
  const killed = pagesBy('a', async () => {
    const [name = ''] = await readdir(join(folder, 'dist'))
    left = join(folder, 'dist', name)
    throw new Error('killed')
  })
  await expect(ensurePagesBuilt(killed)).rejects.toThrow('killed')
  const writing = pagesBy('b', async () => {
    await mkdir(left, { recursive: true })
    await writeFile(join(left, 'page'), 'of the killed')
    await writeFile(join(left, 'another'), 'of the killed')
  })
  await ensurePagesBuilt(writing)
  expect(await page()).toBe('one')
  expect(await readdir(join(folder, 'dist'))).not.toContain('another')
  await writeFile(join(folder, 'source'), 'two')
  await ensurePagesBuilt(pagesBy('c'))
  expect(await readdir(join(folder, 'dist'))).toEqual(['page'])
})

it.runIf(process.getuid?.() === 0)('what root builds belongs to whose folder it is', async () => {
  const nobody = 65_534
  await chown(folder, nobody, nobody)
  await mkdir(join(folder, 'dist'))
  const left = join(folder, 'dist/.fresh-left')
  const writing = async () => {
    await mkdir(left)
    await writeFile(join(left, 'page'), 'of a killed builder')
  }
  const pages = { ...pagesBy('a', writing), stamp: join(folder, 'cache/stamp') }
  await ensurePagesBuilt(pages)
  for (const name of ['dist', 'dist/page', 'cache', 'cache/stamp'])
    expect((await stat(join(folder, name))).uid, name).toBe(nobody)
  // what may be gone the next moment is left alone
  expect((await stat(join(left, 'page'))).uid).toBe(0)
})
