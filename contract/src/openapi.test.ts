import { expect, it } from 'vitest'
import type { z } from 'zod'
import {
  type AnyCallDefinition,
  clientBase,
  clientCalls,
  employerBase,
  employerCalls,
  practiceCalls,
  refusals,
  staffBase,
  staffCalls,
} from './index.ts'
import { type JsonSchema, openApiDocument } from './openapi.ts'
import { toJsonSchema } from './openapi-schema.ts'

const document = openApiDocument()
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

const calls = [
  ...callsBelow(clientBase, clientCalls),
  ...callsBelow(staffBase, staffCalls),
  ...callsBelow(employerBase, employerCalls),
]

function callsBelow(base: string, modules: Record<string, Record<string, AnyCallDefinition>>) {
  return Object.values(modules).flatMap((module) =>
    Object.values(module).map((call) => ({
      call,
      path: (base + call.path).slice('/api'.length).replace(/:(\w+)/g, '{$1}'),
    })),
  )
}

it('the API document contains each call once with its refusals', () => {
  expect(operations).toHaveLength(calls.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(calls.length)
  for (const { call, path } of calls) {
    const item = document.paths[path]
    const operation = call.method === 'GET' ? item?.get : item?.post
    const keys = operation?.['x-refusals'].map(({ key }) => key) ?? []
    expect(keys).toEqual(expect.arrayContaining([...call.refusals]))
    expect(operation?.security).toEqual(
      {
        public: [],
        student: [{ studentToken: [] }],
        staff: [{ staffToken: [] }],
        employer: [{ employerToken: [] }],
      }[call.audience],
    )
    expect(operation?.['x-permission']?.name).toBe(call.permission)
  }
})

it('the API document names calls allowed before a password change', () => {
  const needed = {
    staff: 'staff.passwordChangeNeeded',
    employer: 'organisation.passwordChangeNeeded',
  }
  for (const [audience, key] of Object.entries(needed)) {
    const own = calls.filter(({ call }) => call.audience === audience)
    const open = own.filter(({ path, call }) => {
      const operation = document.paths[path]?.[call.method === 'GET' ? 'get' : 'post']
      return !operation?.['x-refusals'].some((refusal) => refusal.key === key)
    })
    expect(own.length).toBeGreaterThan(open.length)
    expect(open.map(({ path }) => path.split('/').at(-1)).sort()).toEqual([...['change_password', 'logout', 'me']])
  }
})

it('every request field has a Chinese name', () => {
  const nameless = calls.flatMap(({ call, path }) => {
    const { properties = {} } = toJsonSchema(call.request, 'input', call.labels)
    return Object.entries(properties).flatMap(([field, { title }]) => (title ? [] : [`${path} ${field}`]))
  })
  expect(nameless).toEqual([])
})

it('every field in the API document has a type, except for two fields that may hold any value', () => {
  const free: string[] = []
  const walk = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return
    if (/(properties\.\w+|items|schema)$/.test(path) && Object.keys(withoutTitle(value)).length === 0) free.push(path)
    for (const [name, inner] of Object.entries(value)) walk(inner, `${path}.${name}`)
  }
  walk(document.paths, 'paths')
  expect(free).toHaveLength(2)
  expect(free[0]).toMatch(/challenge\.get.*properties\.challenge$/)
  expect(free[1]).toMatch(/notify.*schema$/)
})

function withoutTitle({ title: _, ...rest }: JsonSchema) {
  return rest
}

it('the API document contains formats, bounds, defaults and required fields', () => {
  const register = document.paths['/client/student/v1/register']?.post
  const body = register?.requestBody?.content['application/json']?.schema
  expect(body?.properties?.phone).toEqual({
    title: '手机号',
    type: 'string',
    maxLength: 60,
    pattern: '^1[3-9]\\d{9}$',
  })
  expect(body?.required).toContain('agreementVersion')
  expect(body?.required).not.toContain('employer')
  const page = document.paths['/client/order/v1/my_order']?.get?.parameters?.find(({ name }) => name === 'page')
  expect(page).toMatchObject({ required: false, schema: { default: 1, minimum: 1 } })
  expect(JSON.stringify(document.paths['/client/course/v1/year_list'])).toContain(
    '"signStartAt":{"type":"string","format":"date-time"}',
  )
  expect(document.paths['/client/file/v1/upload']?.post?.requestBody?.content).toHaveProperty('multipart/form-data')
})

it('refusal codes are unique and in the range of a thousand codes of their module', () => {
  const codes = Object.values(refusals).map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  const thousands = new Map<string, Set<number>>()
  for (const [key, { code }] of Object.entries(refusals)) {
    const module = key.split('.')[0] ?? ''
    thousands.set(module, (thousands.get(module) ?? new Set()).add(Math.floor(code / 1000)))
  }
  // No two modules share a range of a thousand codes.
  expect([...thousands.values()].map(({ size }) => size)).toEqual([...thousands].map(() => 1))
  expect(new Set([...thousands.values()].flatMap((each) => [...each])).size).toBe(thousands.size)
})

it('every refusal is listed at a call, except access refusals', () => {
  // Calls of practice portals are not in the API document (decision 088).
  const ofPractice = Object.values(practiceCalls.staff).flatMap(({ refusals }) => [...refusals])
  const listed = new Set<string>([...calls.flatMap(({ call }) => call.refusals), ...ofPractice])
  const ofAddresses = ['file.linkInvalid', 'file.gone', 'file.contentMissing']
  /** Can occur at every call that reads or stores a file. */
  const ofFiles = ['file.storeUnavailable']
  /** Access refusals can occur at every call. */
  const ofTheDoor =
    /^common\.|^student\.agreementRequired$|^staff\.(?:forbidden|totpSetupNeeded)$|^(?:staff|organisation)\.passwordChangeNeeded$/
  const nowhere = Object.keys(refusals).filter((key) => !listed.has(key) && !ofTheDoor.test(key))
  expect(nowhere.sort()).toEqual([...ofAddresses, ...ofFiles].sort())
})

/** Browsers, proxies and logs store addresses (docs/rules/privacy.md#personal-data). */
it('no GET call searches people by name or number', () => {
  const tells = ['phone', 'name', 'idNo', 'idTail', 'certificateNo', 'student', 'query', 'keyword']
  const ofThings = [
    '/poster/v1/list',
    '/question/v1/list',
    '/staff/v1/staff_list',
    '/organisation/v1/list',
    '/teaching/v1/teachers',
    '/teaching/v1/courses',
  ]
  const found = [
    ...Object.values<Record<string, AnyCallDefinition>>(staffCalls),
    ...Object.values<Record<string, AnyCallDefinition>>(employerCalls),
  ]
    .flatMap((module) => Object.values(module))
    .filter(({ method, path }) => method === 'GET' && !ofThings.includes(path))
    .filter(({ request }) => tells.some((name) => name in (request as z.ZodObject).shape))
  expect(found.map(({ path }) => path)).toEqual([])
})
