import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ensurePagesBuilt, type PageBuild } from './build.ts'
import { requireBuiltPages } from './built.ts'
import { keepOlderAssets } from './older-assets.ts'

let folder: string
let made: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ce-build-'))
  made = []
  await writeFile(join(folder, 'source'), 'one')
})
afterEach(() => rm(folder, { recursive: true }))

/** Makes a test build with one page whose content names the builder. */
function pagesBy(who: string, meanwhile: () => Promise<unknown> = () => delay(200)): PageBuild {
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

it('one of two concurrent starts builds the pages, and the other waits for it', async () => {
  await Promise.all(['a', 'b', 'c'].map((who) => ensurePagesBuilt(pagesBy(who))))
  expect(made).toHaveLength(1)
  expect(await page()).toBe('one')
  expect(await readdir(join(folder, 'dist'))).toEqual(['page'])
  await ensurePagesBuilt(pagesBy('d'))
  expect(made).toHaveLength(1)
})

it('the served pages stay complete during the next build, even if it fails', async () => {
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

it('a start without building refuses missing pages and those of another source', async () => {
  const pages = pagesBy('a')
  await expect(requireBuiltPages(pages)).rejects.toThrow(/^there are no pages in .*: run npm run build$/)
  await ensurePagesBuilt(pages)
  await requireBuiltPages(pages)
  await writeFile(join(folder, 'source'), 'two')
  await expect(requireBuiltPages(pages)).rejects.toThrow(/^the pages in .* another source: run npm run build$/)
  expect(made).toEqual(['a'])
})

/** Makes a build whose only hashed files are named after its source, and a file that all builds have. */
function pagesWithAssets(): PageBuild {
  return {
    ...pagesBy('a'),
    make: async (fresh) => {
      await mkdir(join(fresh, 'client/assets'), { recursive: true })
      const source = await readFile(join(folder, 'source'), 'utf8')
      for (const name of [`${source}.js`, `${source}.js.br`, 'same.js'])
        await writeFile(join(fresh, 'client/assets', name), source)
    },
  }
}
const assets = async () => (await readdir(join(folder, 'dist/client/assets'))).sort()

it('hashed files of the last five replaced builds stay, so that a page opened before can load its chunks', async () => {
  for (const source of ['0', '1', '2', '3', '4', '5', '6', '6']) {
    await writeFile(join(folder, 'source'), source)
    await rm(join(folder, 'stamp'), { force: true })
    await ensurePagesBuilt(pagesWithAssets())
  }
  expect(await assets()).toEqual(
    ['1', '2', '3', '4', '5', '6'].flatMap((n) => [`${n}.js`, `${n}.js.br`]).concat('same.js'),
  )
  expect(await readFile(join(folder, 'dist/client/assets/1.js'), 'utf8')).toBe('1')
  expect(await readFile(join(folder, 'dist/client/assets/same.js'), 'utf8')).toBe('6')
})

it('a build whose folder has no list keeps the files of the build before, for a week', async () => {
  await ensurePagesBuilt(pagesWithAssets())
  await rm(join(folder, 'dist/builds.json'))
  for (const [source, days] of [
    ['two', 0],
    ['three', 8],
  ] as const) {
    const fresh = join(folder, source)
    await writeFile(join(folder, 'source'), source)
    await pagesWithAssets().make(fresh)
    await keepOlderAssets(join(folder, 'dist'), fresh, Date.now() + days * 86_400_000)
    await rm(join(folder, 'dist'), { recursive: true })
    await rename(fresh, join(folder, 'dist'))
    if (source === 'two') expect(await assets()).toEqual(['one.js', 'one.js.br', 'same.js', 'two.js', 'two.js.br'])
  }
  expect(await assets()).toEqual(['same.js', 'three.js', 'three.js.br', 'two.js', 'two.js.br'])
})

it.each([
  ['a truncated list', '[{"files":["client/assets/one.js"'],
  ['a list of other things', '[7]'],
  ['a list whose names lead elsewhere', '[{"files":["client/assets/../../../source"],"replacedAt":null}]'],
])('%s of older files counts as missing', async (_what, list) => {
  await ensurePagesBuilt(pagesWithAssets())
  await writeFile(join(folder, 'dist/builds.json'), list)
  await writeFile(join(folder, 'source'), 'two')
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await ensurePagesBuilt(pagesWithAssets())
  expect(warned).toHaveBeenCalledOnce()
  expect(await assets()).toEqual(['one.js', 'one.js.br', 'same.js', 'two.js', 'two.js.br'])
  warned.mockRestore()
})

it('a killed builder does not block later builds', async () => {
  const holder = `
    const { runAlone } = await import(${JSON.stringify(new URL('run-alone.ts', import.meta.url).href)})
    await runAlone(${JSON.stringify(join(folder, 'dist'))}, () => new Promise(() => {
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

it('a killed builder that still writes never changes other pages, and the next build removes its files', async () => {
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

it('a build that was killed while it swapped the folders loses no pages, and the next build restores them', async () => {
  await ensurePagesBuilt(pagesBy('a'))
  await mkdir(join(folder, 'dist/.fresh-killed'))
  await rename(join(folder, 'dist/page'), join(folder, 'dist/.fresh-killed/.replaced-page'))
  await writeFile(join(folder, 'source'), 'two')
  const pages = pagesBy('b', async () => expect(await page()).toBe('one'))
  await ensurePagesBuilt(pages)
  expect(await page()).toBe('two')
  expect(await readdir(join(folder, 'dist'))).toEqual(['page'])
})

it.runIf(process.getuid?.() === 0)('files that a build by root creates belong to the owner of the folder', async () => {
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
  // Files that may disappear at any moment may keep root as their owner.
  expect((await stat(join(left, 'page'))).uid).toBe(0)
})
