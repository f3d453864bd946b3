import { expect, test } from 'vitest'
import { readCompatData } from './floor.ts'
import { collectScriptFeatureNames, findNewInScript } from './scripts.ts'
import { findNewInStyles } from './styles.ts'

const data = readCompatData()
const names = collectScriptFeatureNames(data)
const inScript = (code: string) => findNewInScript('some.js', code, names).map(({ name }) => name)
const inStyles = (text: string) => findNewInStyles(text, data).map(({ name }) => name)

test.each([
  ['list.toSorted()', '.toSorted()'],
  ['list?.at?.(-1)', '.at()'],
  ['const copy = structuredClone(x)', 'structuredClone'],
  ['call({ signal: AbortSignal.any([a, b]) })', 'AbortSignal.any'],
  ['self.crypto; crypto.randomUUID()', 'Crypto.randomUUID'],
  ['start(performance.timeOrigin)', 'Performance.timeOrigin'],
  ['Object.groupBy(list, key)', 'Object.groupBy'],
  ['/(?<=a)b/.test(text)', 'a pattern that looks behind or has modifiers'],
  ['new RegExp("(?<!a)b")', 'a pattern that looks behind or has modifiers'],
])('the script %s is reported as using a newer feature', (code, name) => {
  expect(inScript(code)).toContain(name)
})

test('old browser features, and our own names that equal names of new features, are not reported', () => {
  expect(inScript('list.map(f).includes(1); ours.at; ({ structuredClone: 1 }); Promise.any(all); /(?<n>a)/')).toEqual(
    [],
  )
})

test.each([
  ['.a { height: 100dvh }', 'dvh'],
  ['.a:has(b) { color: red }', ':has'],
  ['.a, .b:has(c) { color: red }', 'a list with :has'],
  ['.a { .b { color: red } }', 'nested rules'],
  ['.a { display: flex; gap: 1px }', 'gap in flex'],
  ['.a { color: color-mix(in srgb, red, blue) }', 'color-mix()'],
  ['.a { overflow: clip }', 'overflow: clip'],
  ['.a { translate: 1px }', 'translate'],
  ['@layer a { .a { color: red } }', '@layer'],
  ['@media (width < 9px) { .a { color: red } }', '@media with < or >'],
])('%s is reported as newer than the oldest browsers', (text, name) => {
  expect(inStyles(text)).toContain(name)
})

test('CSS features that the oldest browsers know are not reported', () => {
  expect(inStyles('.a, .b:not(:hover)::before { display: grid; gap: 1px; height: 100vh; color: #fff }')).toEqual([])
})
