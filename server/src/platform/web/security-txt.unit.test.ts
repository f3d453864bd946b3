import { expect, it } from 'vitest'
import { renderSecurityTxt } from './security-txt.ts'

const origin = 'https://ce.example.org'
const now = new Date('2026-11-29T15:04:05Z')

it('security.txt contains the site’s mail address and phone, and expires in half a year', () => {
  const site = { email: 'a@example.org', phone: '0571-8888 0000' }
  expect(renderSecurityTxt(origin, site, now)).toBe(
    `Contact: mailto:a@example.org
Contact: tel:+8657188880000
Expires: 2027-05-28T00:00:00.000Z
Preferred-Languages: zh, en
Canonical: ${origin}/.well-known/security.txt
`,
  )
})

it('security.txt of a site without contact data links to the about page of the site', () => {
  const text = renderSecurityTxt(origin, { email: '', phone: '请见首页' }, now)
  expect(text).toMatch(/^Contact: https:\/\/ce\.example\.org\/aboutUs\nExpires: /)
})
