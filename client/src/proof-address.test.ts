import { expect, it } from 'vitest'
import { proofPathFromQr } from './proof-address.ts'

const origin = 'https://ce.example.org'
const hash = '#eyJh-_.c2ln.0123456789abcdef'
const good = `${origin}/verify/ABCD1234EFGH5678${hash}`

it('accepts the address of a proof page of this portal', () => {
  expect(proofPathFromQr(good, origin)).toBe(`/verify/ABCD1234EFGH5678${hash}`)
  const light = `${origin}/verify/ABCD1234EFGH5678`
  expect(proofPathFromQr(light, origin)).toBe('/verify/ABCD1234EFGH5678')
  expect(proofPathFromQr(`  ${good}\n`, origin)).toBe(`/verify/ABCD1234EFGH5678${hash}`)
})

it.each([
  ['another site', good.replace('ce.example.org', 'ce.example.org.evil.cn')],
  ['a name before the site', good.replace('https://', 'https://ce.example.org@')],
  ['somebody signed in there', good.replace('https://', 'https://a:b@')],
  ['another scheme', good.replace('https:', 'http:')],
  ['a script', `javascript:alert(1)//${good}`],
  ['another page of ours', `${origin}/login${hash}`],
  ['a longer path', good.replace('5678', '5678/../../login')],
  ['a query', good.replace('#', '?redirect=x#')],
  ['half a payload', `${origin}/verify/ABCD1234EFGH5678#abc`],
  ['plain text', '证明编号 CE20260000001'],
  ['nothing', ''],
])('refuses %s as the address of a proof page', (_, text) => {
  expect(proofPathFromQr(text, origin)).toBeNull()
})
