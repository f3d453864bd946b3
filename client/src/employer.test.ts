import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { CallRefused } from './call.ts'
import { changeEmployerPassword } from './employer.ts'
import { beginEmployerSession, readEmployerSession } from './employer-session.ts'

const organisation = {
  id: '1',
  name: '测试大药房',
  creditCode: '91330000000000000X',
  mustChangePassword: true,
}
const passwords = { oldPassword: 'old', newPassword: 'new' }
const refused = { code: 2003, msg: '密码不正确', data: { key: 'student.wrongPassword' } }
let server: Server
let changed: object = refused

beforeAll(async () => {
  server = createServer(({ url }, outgoing) => {
    // the account cannot be read: a proxy answers instead of us
    if (url?.endsWith('/me')) outgoing.writeHead(502).end('<html>')
    else outgoing.end(JSON.stringify(changed))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const plain = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    plain(`http://127.0.0.1:${port}${url}`, init),
  )
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterAll(() => {
  vi.unstubAllGlobals()
  server.close()
})

it('a changed password is changed, though the account cannot be read then', async () => {
  beginEmployerSession({ token: 'token', organisation })
  await expect(changeEmployerPassword(passwords)).rejects.toBeInstanceOf(CallRefused)
  expect(readEmployerSession()?.me.mustChangePassword).toBe(true)
  changed = { code: 1, msg: 'ok', data: null }
  await changeEmployerPassword(passwords)
  expect(readEmployerSession()?.me.mustChangePassword).toBe(false)
})
