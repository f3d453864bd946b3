import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ScrollPlace, scrollManner } from './ScrollPlace.tsx'

it('the way on goes smoothly to the top, Back is at once where the list was left', () => {
  expect(scrollManner('PUSH')).toBe('smooth')
  expect(scrollManner('REPLACE')).toBe('smooth')
  expect(scrollManner('POP')).toBe('auto')
})

it('the manner is set before what scrolls: its effect is the first of the two', () => {
  const { children }: { children: { type: { name: string } }[] } = ScrollPlace().props
  expect(children.map(({ type }) => type.name)).toEqual(['ScrollManner', 'ScrollRestoration'])
})

it('nothing glides for who asked for less motion: the style sheet wins over a style on the element', () => {
  const base = readFileSync(new URL('../../../ui/src/base.css', import.meta.url), 'utf8')
  const reduced = base.slice(base.indexOf('prefers-reduced-motion'))
  expect(reduced).toContain('scroll-behavior: auto !important')
})
