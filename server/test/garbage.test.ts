import { setTimeout as wait } from 'node:timers/promises'
import {
  type AnyCall,
  clientBase,
  clientCalls,
  employerBase,
  employerCalls,
  staffBase,
  staffCalls,
} from '@ce/contract'
import { openApiDocument, queryOf, type RequestField, requestFields } from '@ce/contract/openapi'
import { describe, expect, it } from 'vitest'
import { makeEmployer } from './factories/employer.ts'
import { sendChunk, upload } from './factories/file.ts'
import { makeStaff } from './factories/staff.ts'
import { makeStudent } from './factories/student.ts'
import { ask, call, employerCall, mustStaff, staffCall } from './world.ts'

/** Who may call, with everything that may be called. */
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

/** as many requests at once as a browser's connections */
const atOnce = 6

describe.each(audiences)('garbage of $who', ({ base, modules, signedIn }) => {
  const calls = Object.values(modules).flatMap((module) =>
    Object.values<AnyCall>(module).map((each): [string, AnyCall] => [
      `${each.method} ${each.path}`,
      each,
    ]),
  )

  it.each(calls)('never breaks %s', async (_, each) => {
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

/** GARBAGE=all sends all that a field alone may be */
const sendsAll = process.env.GARBAGE === 'all'

/**
 * Values that are no object; objects with every value of the list in every field, others beside it; and one field alone
 * where nothing else is required: that comes as far as the service. Of those that come no further than the call's own
 * schema, which refuses them here as there, one of each field is sent, and of the objects a quarter: each call another one.
 */
function bodiesFor(call: AnyCall, fields: RequestField[]): unknown[] {
  const mixed = garbage.map((_, at) =>
    Object.fromEntries(
      fields.map(({ name }, place) => [name, garbage[(at + place) % garbage.length]]),
    ),
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

/** Whether a request is what its call says, so that the service gets it. */
function isAccepted({ method, request }: AnyCall, body: object): boolean {
  const sent = method === 'GET' ? Object.fromEntries(new URLSearchParams(queryOf(body))) : body
  return request.safeParse(sent).success
}

const isNoFailure = (status: number) => status < 500

/** What was sent, for whoever reads the failure, and an envelope that is no failure of ours. */
const whole = (body: unknown) => [
  JSON.stringify(body).slice(0, 200),
  expect.toSatisfy(isNoFailure),
  ['code', 'data', 'msg'],
]

async function answerTo(base: string, { method, path }: AnyCall, body: unknown, token: string) {
  const address = base + path.replace(':channel', 'DEMO')
  const headers = { authorization: token }
  const send = () =>
    method === 'GET'
      ? ask(`${address}?${queryOf(body)}`, { headers })
      : ask(address, {
          method,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
  let response = await send()
  // a machine with much else to do makes a server late, which then says so and when to come again
  for (
    let turn = 0;
    turn < 20 && response.status === 503 && response.headers.has('retry-after');
    turn += 1
  ) {
    await wait(1000)
    response = await send()
  }
  const answer = (await response.json()) as object
  return [JSON.stringify(body).slice(0, 200), response.status, Object.keys(answer).sort()]
}

describe('10 MB', () => {
  const much = 'x'.repeat(10 * 1024 * 1024)

  it('of JSON are too large for everybody, also where a whole document may be sent', async () => {
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

  it('in a form are refused: as a picture, as a piece of an upload, and as what describes them', async () => {
    const file = Buffer.from(much)
    const { token } = await makeStudent()
    const staff = await makeStaff({ roles: ['SUPER_ADMIN'] })
    const video = { purpose: 'VIDEO', name: 'a.mp4', size: file.length } as const
    const { uploadId } = await mustStaff('POST /file/v1/begin', video, staff.token)
    const answers = [
      await upload({ purpose: 'AVATAR', file }, token),
      await upload({ purpose: much, file: file.subarray(0, 9) }, token),
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
