import { expect, test } from 'vitest'
import { readCompatData } from './floor.ts'
import { namesOf, newInScript } from './scripts.ts'
import { newInStyles } from './styles.ts'

const data = readCompatData()
const names = namesOf(data)
const inScript = (code: string) => newInScript('some.js', code, names).map(({ name }) => name)
const inStyles = (text: string) => newInStyles(text, data).map(({ name }) => name)

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
])('%s is newer', (code, name) => {
  expect(inScript(code)).toContain(name)
})

test('what is old, and words of our own, are no finding', () => {
  expect(
    inScript(
      'list.map(f).includes(1); ours.at; ({ structuredClone: 1 }); Promise.any(all); /(?<n>a)/',
    ),
  ).toEqual([])
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
])('%s is newer', (text, name) => {
  expect(inStyles(text)).toContain(name)
})

test('old styles are no finding', () => {
  expect(
    inStyles('.a, .b:not(:hover)::before { display: grid; gap: 1px; height: 100vh; color: #fff }'),
  ).toEqual([])
})
