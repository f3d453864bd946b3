import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { clientBase } from '@ce/contract'
import { expect, it } from 'vitest'
import { deps } from '../../test/world.ts'
import { buildApp } from '../app.ts'

const beating = `POST ${clientBase}/course/v1/learn_process HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n`

it.each([
  ['a call', `GET ${clientBase}/first_page/v1/site_info HTTP/1.1\r\nhost: a\r\n\r\n`],
  ['a hot call', `${beating}content-length: 2\r\n\r\n{}`],
])('%s that arrives while the process stops is refused in our envelope', async (_, late) => {
  const app = await buildApp(await deps())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk
  })
  // in the middle of a request: the stop waits for it, and its connection stays open
  const arrived = once(app.server, 'request')
  socket.write(`${beating}content-length: 2\r\n\r\n{`)
  await arrived
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  socket.write(`}${late}`)
  await once(socket, 'close')
  await closed
  const [, first, second] = said.split('HTTP/1.1 ')
  // as ever: nobody is signed in
  expect(first).toMatch(/^401 /)
  expect(second).toMatch(/^503 .*\r\nretry-after: 1\r\n.*"key":"common.busy"/s)
})
