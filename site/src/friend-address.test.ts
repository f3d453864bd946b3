import { expect, test } from 'vitest'
import { parseFriendAddress } from './friend-address.ts'

test('a friend link leads to another site, which is named, or to a page of the portal', () => {
  expect(parseFriendAddress('https://www.nmpa.gov.cn/')).toEqual({
    href: 'https://www.nmpa.gov.cn/',
    host: 'nmpa.gov.cn',
  })
  expect(parseFriendAddress('http://a.example:8080/x?y=1')).toMatchObject({ host: 'a.example:8080' })
  // The address shows the real host name, so look-alike letters become visible.
  expect(parseFriendAddress('https://аpple.example/')).toMatchObject({ host: 'xn--pple-43d.example' })
  expect(parseFriendAddress('https://www.药监局.中国/')).toMatchObject({
    host: '药监局.中国',
  })
  expect(parseFriendAddress('/list/news?page=2')).toEqual({ path: '/list/news?page=2' })
})

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  '//evil.example/',
  '/\\evil.example/',
  'https://www.nmpa.gov.cn@evil.example/',
  'mailto:a@b.example',
  'nonsense',
  '',
])('the input %j is refused as the address of a friend link', (redirectUrl) => {
  expect(parseFriendAddress(redirectUrl)).toBeNull()
})
