import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestStorage } from '../test/storage.ts'
import { privateLinksRefetchMs } from './call-queries.ts'
import { changeEmployerPassword, employerInvoiceQuery } from './employer.ts'
import { beginEmployerSession, endEmployerSession, readEmployerSession } from './employer-session.ts'

const organisation = { id: 'o', name: '药房', creditCode: '9133', mustChangePassword: true }
const input = { oldPassword: 'One-1', newPassword: 'Two-2' }

beforeEach(() => {
  vi.stubGlobal('localStorage', createTestStorage())
  beginEmployerSession({ token: 't', me: organisation })
})
afterEach(() => {
  endEmployerSession()
  vi.unstubAllGlobals()
})

it('a changed employer password stays valid even if a later call fails', async () => {
  let answer = '{"code":2001,"msg":"密码不正确","data":{"key":"student.badCredentials"}}'
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.endsWith('/change_password')) throw new TypeError('offline')
    return new Response(answer)
  })
  await expect(changeEmployerPassword(input)).rejects.toThrow('密码不正确')
  expect(readEmployerSession()?.me.mustChangePassword).toBe(true)
  answer = '{"code":1,"msg":"","data":null}'
  await changeEmployerPassword(input)
  expect(readEmployerSession()).toEqual({
    token: 't',
    me: { ...organisation, mustChangePassword: false },
  })
})

it('a password change whose response was lost is recognised as done at the next try', async () => {
  const me = { ...organisation, mustChangePassword: false }
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/me')) return new Response(JSON.stringify({ code: 1, msg: '', data: me }))
    return new Response('{"code":2001,"msg":"密码不正确","data":{"key":"student.wrongPassword"}}')
  })
  await expect(changeEmployerPassword(input)).rejects.toThrow('密码不正确')
  expect(readEmployerSession()?.me).toEqual(me)
})

it('an open invoice is fetched again before its file address expires', () => {
  expect(employerInvoiceQuery('1').refetchInterval).toBe(privateLinksRefetchMs)
})
