import { expect, test } from 'vitest'
import { friendAddress } from './friend-address.ts'

test('a friendly link leads to another site, which is named, or to a page of ours', () => {
  expect(friendAddress('https://www.nmpa.gov.cn/')).toEqual({
    href: 'https://www.nmpa.gov.cn/',
    host: 'nmpa.gov.cn',
  })
  expect(friendAddress('http://a.example:8080/x?y=1')).toMatchObject({ host: 'a.example:8080' })
  // the host as a browser will ask for it: a look-alike name is told
  expect(friendAddress('https://аpple.example/')).toMatchObject({ host: 'xn--pple-43d.example' })
  expect(friendAddress('https://www.药监局.中国/')).toMatchObject({
    host: '药监局.中国',
  })
  expect(friendAddress('/list/news?page=2')).toEqual({ path: '/list/news?page=2' })
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
])('%j leads nowhere', (redirectUrl) => {
  expect(friendAddress(redirectUrl)).toBeNull()
})
