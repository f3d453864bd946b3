import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const sheets = ['apps', 'site', 'ui'].flatMap((room) =>
  readdirSync(new URL(room, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css') && !/(^|\/)(node_modules|dist)\//.test(path))
    .map((path) => `${room}/${path}`),
)

it('text is never smaller than the scale’s smallest size, and grows in large print except for marks', () => {
  const small: string[] = []
  for (const path of sheets)
    for (const { 1: size } of read(path).matchAll(/font-size: ([\d.]+)px/g))
      if (Number(size) <= 14) small.push(`${path}: ${size}`)
  expect(small).toEqual([])
})

it('values of design tokens are written only in their own style sheet', () => {
  const values = [...read('ui/src/tokens.css').matchAll(/: (#[0-9a-f]{6});/g)].map(([, hex]) => hex)
  const twice = sheets
    .filter((path) => path !== 'ui/src/tokens.css')
    .filter((path) => values.some((hex) => hex !== '#ffffff' && read(path).includes(`${hex}`)))
  expect(twice).toEqual([])
})

it('a disabled button looks disabled under the pointer, because its rule is the last of equal weight', () => {
  const css = read('ui/src/Button.module.css')
  const disabled = css.indexOf('.button:disabled {')
  expect(disabled).toBeGreaterThan(css.lastIndexOf(':hover'))
})

it('a long reference without spaces wraps at the edge of a phone’s 学时明细', () => {
  const css = read('apps/learner/src/features/certification_grant/Grant.module.css')
  expect(css.match(/\.entries \{([^}]*)\}/)?.[1]).toContain('overflow-wrap: anywhere;')
})
