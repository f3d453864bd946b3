import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PageScrollRestoration, scrollBehaviourOf } from './PageScroll.tsx'

it('a new page scrolls smoothly to the top, Back jumps to the old position', () => {
  expect(scrollBehaviourOf('PUSH')).toBe('smooth')
  expect(scrollBehaviourOf('REPLACE')).toBe('smooth')
  expect(scrollBehaviourOf('POP')).toBe('auto')
})

it('the scroll behaviour is set before the component that scrolls', () => {
  const { children }: { children: { type: { name: string } }[] } = PageScrollRestoration().props
  expect(children.map(({ type }) => type.name)).toEqual(['ScrollManner', 'ScrollRestoration'])
})

it('the style sheet turns off smooth scrolling for reduced motion', () => {
  const base = readFileSync(new URL('../../../ui/src/base.css', import.meta.url), 'utf8')
  const reduced = base.slice(base.indexOf('prefers-reduced-motion'))
  expect(reduced).toContain('scroll-behavior: auto !important')
})
