import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { buildOfflineScript, readCommittedScript } from './make-scanner.ts'

test.each(['scanner', 'checker'] as const)(
  'the offline page contains the current %s, else run node tools/make-scanner.ts',
  async (name) => {
    expect((await readCommittedScript(name)) === (await buildOfflineScript(name))).toBe(true)
  },
)

// The page is plain HTML, so no type check sees which functions of the scripts it uses.
test('the offline page uses only names that its scripts export', async () => {
  const page = await readFile('server/src/modules/credits/certification_grant/offline/verifier.html', 'utf8')
  const exportsOf = async (file: string) => {
    const text = await readFile(`site/src/scan/${file}.ts`, 'utf8')
    return [...text.matchAll(/^export \{([^}]+)\}/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
  }
  const ofChecker = [...page.matchAll(/\bchecker\.(\w+)/g)].map(([, name]) => name)
  const ofScanner = [...page.matchAll(/const \{([^}]+)\} = scanner\(\)/g)].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  )
  expect([ofChecker.length, ofScanner.length]).toEqual([5, 7])
  expect(await exportsOf('offline-check')).toEqual(expect.arrayContaining(ofChecker))
  expect(await exportsOf('offline-scanner')).toEqual(expect.arrayContaining(ofScanner))
})
