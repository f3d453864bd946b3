import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { clientBase } from '@ce/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { deps } from '../../test/world.ts'
import { buildApp } from '../app.ts'
import { inTransaction } from './db/database.ts'
import { isOtherProcessAlive } from './process-report.ts'
import { closeInTime, watchResponses } from './stop.ts'

const beating = `POST ${clientBase}/course/v1/learn_process HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n`

it.each([
  ['a call', `GET ${clientBase}/first_page/v1/site_info HTTP/1.1\r\nhost: a\r\n\r\n`, '200'],
  ['a heartbeat', `${beating}content-length: 2\r\n\r\n{}`, '401'],
])('answers %s that arrives after the port is closed, and then closes the connection', async (_, late, status) => {
  const app = await buildApp(await deps())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk
  })
  // The server waits for the open request before it stops, so the connection stays open.
  const arrived = once(app.server, 'request')
  socket.write(`${beating}content-length: 2\r\n\r\n{`)
  await arrived
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  socket.write(`}${late}`)
  await once(socket, 'close')
  await closed
  const [, first, second] = said.split('HTTP/1.1 ')
  expect(first).toMatch(/^401 /)
  expect(second).toMatch(new RegExp(`^${status} .*\r\nconnection: close\r\n`, 'is'))
})

/** Opens a server with a film whose download is under way. */
async function startDownload() {
  const app = await buildApp(await deps())
  const film = new PassThrough()
  app.get('/test/film', (_request, reply) => reply.send(film))
  app.get('/test/stuck', () => new Promise(() => {}))
  const open = watchResponses(app)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  film.write('first ')
  const download = await fetch(`${address}/test/film`)
  return { app, film, open, address, download }
}

it('a download that is under way finishes after the time of requests that have no answer yet', async () => {
  const { app, film, open, address, download } = await startDownload()
  const stuck = fetch(`${address}/test/stuck`).then(
    () => 'answered',
    () => 'cut',
  )
  await expect.poll(() => open.size).toBe(2)
  const closed = closeInTime(app, open, { stopMs: 50, downloadMs: 20_000, mayWait: async () => true })
  expect(await stuck).toBe('cut')
  film.end('last')
  expect(await download.text()).toBe('first last')
  const began = performance.now()
  await closed
  expect(performance.now() - began).toBeLessThan(5000)
})

it('a stop waits for downloads only while another process serves people', async () => {
  const { app, open, download } = await startDownload()
  const alive = [true, true, false]
  const mayWait = async () => alive.shift() ?? false
  await closeInTime(app, open, { stopMs: 10, downloadMs: 60_000, mayWait, lookMs: 20 })
  expect(alive).toEqual([])
  expect(open.size).toBe(1)
  await download.body?.cancel()
  app.server.closeAllConnections()
})

it('only another process that reports lets downloads delay a stop', async () => {
  const { db } = await deps()
  const found: boolean[] = []
  const rolledBack = inTransaction(db, async (tx) => {
    await tx.deleteFrom('processAlive').execute()
    for (const silentSeconds of [60, 0]) {
      await sql`
        insert into process_alive (id, host, pid, version, runs_jobs, started_at, seen_at, memory_bytes, loop_delay_ms)
        values (gen_random_uuid(), 'other', 1, '', false, now() - interval '1 hour',
          now() - interval '1 second' * ${silentSeconds}::int, 0, 0)`.execute(tx)
      found.push(await isOtherProcessAlive({ db: tx }))
    }
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(found).toEqual([false, true])
})
