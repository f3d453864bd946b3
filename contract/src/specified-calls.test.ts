import { expect, it } from 'vitest'
import { z } from 'zod'
import { type AnyCallDefinition, clientBase, clientCalls, emptyRequest } from './index.ts'

/** Other software uses these calls, so they must not change (docs/rules/calls.md#bases-and-names). */
const specified = `
POST /student/v1/login
POST /student/v1/register
POST /student/v1/modify
POST /student/v1/modify_password
POST /file/v1/upload
GET /invoice/v1/my_invoice
GET /invoice/v1/info
POST /invoice/v1/apply
GET /order/v1/my_order
POST /order/v1/create_order
GET /order/v1/query_status
GET /certification_grant/v1/query
GET /certification_grant/v1/info
GET /course_reduce/v1/query
GET /course_reduce/v1/info
POST /course_reduce/v1/submit
GET /course/v1/my_course
GET /course/v1/year_list
GET /course/v1/try_see
POST /course/v1/course_list
GET /course/v1/learn_course_detail
POST /course/v1/learn_process
POST /course/v1/evaluate
GET /exam/v1/start
POST /exam/v1/submit_exam
POST /exam/v1/exam_capture
GET /course/v1/my_anlysis
GET /first_page/v1/friendlink_list
GET /first_page/v1/swiper_list
GET /first_page/v1/posters_list
GET /first_page/v1/posters_info`
  .trim()
  .split('\n')

const calls = Object.values(clientCalls).flatMap((module): AnyCallDefinition[] => Object.values(module))
const named = new Map(calls.map((call) => [`${call.method} ${call.path}`, call]))

it('the contract has all 31 specified calls below the client base', () => {
  expect(new Set(specified.filter((name) => named.has(name))).size).toBe(31)
  expect(clientBase).toBe('/api/client')
})

it.each(specified)('the contract has the call %s', (name) => {
  expect([...named.keys()]).toContain(name)
})

it.each([
  ...['GET /course/v1/my_course', 'GET /course/v1/year_list', 'GET /course/v1/my_anlysis'],
  ...['GET /first_page/v1/friendlink_list', 'GET /first_page/v1/swiper_list'],
])('%s has no parameters', (name) => {
  expect(named.get(name)?.request).toBe(emptyRequest)
})

it.each(['GET /course/v1/try_see', 'GET /course/v1/learn_course_detail'])('%s has only the parameter id', (name) => {
  const request = named.get(name)?.request ?? emptyRequest
  const { properties = {}, required } = z.toJSONSchema(request, { io: 'input' })
  expect([Object.keys(properties), required]).toEqual([['id'], ['id']])
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
  expect(request.safeParse({ id }).success).toBe(true)
})
