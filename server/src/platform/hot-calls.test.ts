import { clientBase } from '@ce/contract'
import { expect, it } from 'vitest'
import { learner } from '../../test/factories/player.ts'
import { ask } from '../../test/world.ts'

const beating = `${clientBase}/course/v1/learn_process`
const saving = `${clientBase}/exam/v1/save_answer`

/** The same request on both ways: as our pages send it, and with a type that only the framework reads. */
async function bothWays(path: string, body: string, token?: string) {
  const send = async (type: string) => {
    const sent = { 'content-type': type, ...(token ? { authorization: token } : {}) }
    const response = await ask(path, { method: 'POST', headers: sent, body })
    const headers = new Headers(response.headers)
    // the framework ends the connection of what it cannot read; before it, all has been read
    for (const own of ['date', 'connection', 'keep-alive', 'x-request-id']) headers.delete(own)
    return { status: response.status, headers: [...headers], envelope: await response.json() }
  }
  return [await send('application/json'), await send('application/json; charset=utf-8')] as const
}

it('what is answered before the framework is answered as by it, refusals and headers included', async () => {
  const { player, student } = await learner()
  await player.start()
  const beat = player.body()
  const asked: [body: string, token?: string][] = [
    [JSON.stringify(beat), student.token],
    [JSON.stringify(beat)],
    [JSON.stringify(beat), 'no such token'],
    [JSON.stringify({ ...beat, seq: 'one', position: -1 }), student.token],
    [JSON.stringify({ ...beat, lessonId: 'a\0b' }), student.token],
    ['', student.token],
    ['{"seq":', student.token],
    ['{"__proto__":{"seq":1}}', student.token],
    ['null', student.token],
  ]
  const statuses: number[] = []
  for (const [body, token] of asked) {
    const [hot, framework] = await bothWays(beating, body, token)
    expect(hot, body).toEqual(framework)
    statuses.push(hot.status)
  }
  for (const body of [
    '{}',
    '{"attemptId":',
    JSON.stringify({ attemptId: beat.id, seq: 1, answers: {} }),
  ]) {
    const [hot, framework] = await bothWays(saving, body, student.token)
    expect(hot, body).toEqual(framework)
  }
  // an answer, two without a session, and what was refused as a rule or as unreadable
  expect(statuses.slice(0, 3)).toEqual([200, 401, 401])
})

it('what comes in pieces of no known length is the framework’s', async () => {
  const { player, student } = await learner()
  await player.start()
  const text = new TextEncoder().encode(JSON.stringify(player.body()))
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(text)
      controller.close()
    },
  })
  const headers = { 'content-type': 'application/json', authorization: student.token }
  const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  expect(await (await ask(beating, sent)).json()).toMatchObject({ code: 1 })
})

it.each([beating, saving])('%s is answered before the framework', async (path) => {
  const { student } = await learner()
  const ends = async (type: string) => {
    const headers = { 'content-type': type, authorization: student.token }
    const response = await ask(path, { method: 'POST', headers, body: '{' })
    await response.text()
    return response.headers.get('connection')
  }
  // the framework ends the connection of what it cannot read: only that tells the two apart from outside
  expect(await ends('application/json')).toBe('keep-alive')
  expect(await ends('application/json; charset=utf-8')).toBe('close')
})
