import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { clientBase, staffBase } from '@ce/contract'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { registerLoadLimit } from './load-limit.ts'
import { identifyRequests } from './observability/name-requests.ts'
import { trackRequest } from './observability/requests.ts'
import { ProxyWatch, watchProxies } from './proxy-watch.ts'

const heartbeat = `${clientBase}/course/v1/learn_process`
const savedAnswer = `${clientBase}/exam/v1/save_answer`
const messages = `${clientBase}/message/v1/read_all`

/** The hooks in the order of the real app, with limits of the event loop's delay that a test can reach. */
async function openApp() {
  const watch = new ProxyWatch(() => undefined)
  const app = Fastify({
    serverFactory: (answer) =>
      createServer((request, response) => trackRequest(request, response, () => answer(request, response))),
  })
  app.setErrorHandler((_error, _request, reply) => reply.code(503).send())
  identifyRequests(app)
  await registerLoadLimit(app, { desk: 20, learner: 20, sample: 300 })
  watchProxies(app, watch)
  for (const path of [heartbeat, savedAnswer, messages, `${staffBase}/poster/v1/save`, '/index'])
    app.post(path, async () => 'done')
  await app.listen()
  onTestFinished(() => app.close())
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const post = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`http://localhost:${port}${path}`, { method: 'POST', headers })).status
  return { post, watch }
}

it('an overloaded server refuses calls, but not heartbeats, saved answers and pages', async () => {
  const { post } = await openApp()
  expect(await post(messages)).toBe(200)
  const blocking = setInterval(() => {
    const end = performance.now() + 60
    while (performance.now() < end);
  }, 5)
  onTestFinished(() => clearInterval(blocking))
  await pause(1000)
  expect(await post(messages)).toBe(503)
  expect(await post(`${staffBase}/poster/v1/save`)).toBe(503)
  expect(await post(heartbeat)).toBe(200)
  expect(await post(savedAnswer)).toBe(200)
  expect(await post('/index')).toBe(200)
})

it('the proxy check ignores heartbeats and saved answers', async () => {
  const { post, watch } = await openApp()
  const forwarded = { 'x-forwarded-for': '198.51.100.7' }
  for (const path of [heartbeat, savedAnswer]) await post(path, forwarded)
  expect(watch.findings.untrustedForwarder).toBeNull()
  await post(messages, forwarded)
  expect(watch.findings.untrustedForwarder).not.toBeNull()
})
