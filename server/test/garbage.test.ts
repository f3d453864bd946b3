import { setTimeout as wait } from 'node:timers/promises'
import {
  type AnyCallDefinition,
  clientBase,
  clientCalls,
  employerBase,
  employerCalls,
  staffBase,
  staffCalls,
} from '@ce/contract'
import { openApiDocument, type RequestField, requestFields, toQueryString } from '@ce/contract/openapi'
import { describe, expect, it } from 'vitest'
import { makeEmployer } from './factories/employer.ts'
import { sendChunk, sendUploadForm } from './factories/file.ts'
import { makeStaff } from './factories/staff.ts'
import { makeStudent } from './factories/student.ts'
import { call, employerCall, mustStaff, sendRawRequest, staffCall } from './world.ts'

const audiences = [
  { who: 'a student', base: clientBase, modules: clientCalls, signedIn: makeStudent },
  { who: 'an employer', base: employerBase, modules: employerCalls, signedIn: makeEmployer },
  {
    ...{ who: 'a super administrator', base: staffBase, modules: staffCalls },
    signedIn: () => makeStaff({ roles: ['SUPER_ADMIN'] }),
  },
]

const garbage = [
  null,
  true,
  -1,
  0.5,
  1e308,
  9_007_199_254_740_991,
  '',
  'null',
  "'; drop table student; --",
  '<script>alert(1)</script>',
  'é'.repeat(5000),
  '\u0000',
  '00000000-0000-0000-0000-000000000000',
  '0000-01-01',
  '9999-12-31',
  [],
  [null],
  {},
  { $ne: null },
  [['a'], { b: [1] }],
]

const document = openApiDocument()

const atOnce = 6

describe.each(audiences)('invalid requests by $who', ({ base, modules, signedIn }) => {
  const calls = Object.values(modules).flatMap((module) =>
    Object.values<AnyCallDefinition>(module).map((each): [string, AnyCallDefinition] => [
      `${each.method} ${each.path}`,
      each,
    ]),
  )

  it.each(calls)('invalid requests never cause a server fault in %s', async (_, each) => {
    const { token } = await signedIn()
    const bodies = bodiesFor(each, requestFields(document, base, each))
    while (bodies.length > 0)
      await Promise.all(
        bodies.splice(0, atOnce).map(async (body) => {
          expect(await answerTo(base, each, body, token)).toEqual(whole(body))
        }),
      )
  })
})

/** With GARBAGE=all the test also sends every bad value in each single field. */
const sendsAll = process.env.GARBAGE === 'all'

/**
 * Of the invalid bodies that the schema refuses, only a sample is sent; all bodies that reach the service are sent.
 */
function bodiesFor(call: AnyCallDefinition, fields: RequestField[]): unknown[] {
  const mixed = garbage.map((_, at) =>
    Object.fromEntries(fields.map(({ name }, place) => [name, garbage[(at + place) % garbage.length]])),
  )
  const turn = call.path.length
  const some = mixed.filter((body, at) => (at + turn) % 4 === 0 || isAccepted(call, body))
  const alone = fields
    .filter(({ name }) => fields.every((field) => field.name === name || !field.required))
    .flatMap(({ name }) => {
      const bodies = garbage.map((value) => ({ [name]: value }))
      const accepted = bodies.filter((body) => isAccepted(call, body))
      const refused = bodies.filter((body) => !accepted.includes(body))
      return sendsAll || call.body ? bodies : [...accepted, ...refused.slice(0, 1)]
    })
  return [null, 'null', 1e308, [null], ...(sendsAll ? mixed : some), ...alone]
}

function isAccepted({ method, request }: AnyCallDefinition, body: object): boolean {
  const sent = method === 'GET' ? Object.fromEntries(new URLSearchParams(toQueryString(body))) : body
  return request.safeParse(sent).success
}

const isNoFailure = (status: number) => status < 500

/** Adds the request to the message of a failed test, with the expected envelope. */
const whole = (body: unknown) => [
  JSON.stringify(body).slice(0, 200),
  expect.toSatisfy(isNoFailure),
  ['code', 'data', 'msg'],
]

async function answerTo(base: string, { method, path }: AnyCallDefinition, body: unknown, token: string) {
  const address = base + path.replace(':channel', 'DEMO')
  const headers = { authorization: token }
  const send = () =>
    method === 'GET'
      ? sendRawRequest(`${address}?${toQueryString(body)}`, { headers })
      : sendRawRequest(address, {
          method,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
  let response = await send()
  // A busy machine may make the server refuse for a while, so the request is repeated.
  for (let turn = 0; turn < 20 && response.status === 503 && response.headers.has('retry-after'); turn += 1) {
    await wait(1000)
    response = await send()
  }
  const answer = (await response.json()) as object
  return [JSON.stringify(body).slice(0, 200), response.status, Object.keys(answer).sort()]
}

describe('bodies of 10 MB', () => {
  const much = 'x'.repeat(10 * 1024 * 1024)

  it('JSON of 10 MB is refused for every audience, even where whole documents may be sent', async () => {
    const [student, employer] = [await makeStudent(), await makeEmployer()]
    const staff = await makeStaff({ roles: ['SUPER_ADMIN'] })
    for (const answer of [
      await call('POST /course/v1/evaluate', { text: much }, student.token),
      await employerCall('POST /invitation/v1/check', { text: much }, employer.token),
      await staffCall('POST /question/v1/save', { stem: much }, staff.token),
      await staffCall('POST /poster/v1/create', { html: much }, staff.token),
    ])
      expect(answer).toMatchObject({ status: 413, key: 'common.tooLarge' })
  })

  it('a form of 10 MB is refused as a picture, as an upload chunk and as its description', async () => {
    const file = Buffer.from(much)
    const { token } = await makeStudent()
    const staff = await makeStaff({ roles: ['SUPER_ADMIN'] })
    const video = { purpose: 'VIDEO', name: 'a.mp4', size: file.length } as const
    const { uploadId } = await mustStaff('POST /file/v1/begin', video, staff.token)
    const answers = [
      await sendUploadForm({ purpose: 'AVATAR', file }, token),
      await sendUploadForm({ purpose: much, file: file.subarray(0, 9) }, token),
      await sendChunk({ uploadId, offset: 0, file }, staff.token),
      await sendChunk({ uploadId, offset: much, file: file.subarray(0, 9) }, staff.token),
      await sendChunk({ uploadId: much, offset: 0, file: file.subarray(0, 9) }, staff.token),
    ]
    expect(answers.map(({ status, key }) => [status, key])).toEqual([
      [200, 'file.tooLarge'],
      [200, 'common.invalid'],
      [200, 'file.badOffset'],
      [200, 'common.invalid'],
      [200, 'common.invalid'],
    ])
  })
})
