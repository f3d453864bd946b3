import type { z } from 'zod'
import { certification_grant } from './client/certification_grant.ts'
import { course } from './client/course.ts'
import { exam } from './client/exam.ts'
import { file } from './client/file.ts'
import { first_page } from './client/first_page.ts'
import { order } from './client/order.ts'
import { student } from './client/student.ts'

export { proofFields } from './client/certification_grant.ts'
export { siteInfo } from './client/first_page.ts'
export { profile, sessionUser } from './client/student.ts'
export * from './common.ts'
export type { AnyCall, Audience, CallDefinition } from './define.ts'
export { type Envelope, type RefusalData, type RefusalKey, refusals } from './errors.ts'
export { fieldNames } from './field-names.ts'

/** The base of every learner and public call. */
export const clientBase = '/api/client'

/** Every call, by module's wire name. */
export const clientCalls = { student, file, order, course, exam, certification_grant, first_page }

type Modules = typeof clientCalls
type Calls = { [M in keyof Modules]: Modules[M][keyof Modules[M]] }[keyof Modules]

/** `ClientCalls['GET /order/v1/query_status']` → what it takes and gives, as JSON on the wire. */
export type ClientCalls = {
  [C in Calls as `${C['method']} ${C['path']}`]: {
    request: z.input<C['request']>
    response: z.output<C['response']>
  }
}
