import type { z } from 'zod'
import type { RefusalKey } from './errors.ts'
import type { Permission } from './rules/permissions.ts'

export type Audience = 'public' | 'student' | 'staff' | 'employer'

/**
 * Whether the user agreement and privacy text must be accepted. `toBegin` refuses new activities but lets running ones
 * continue. `notNeeded` covers own data, proofs and money.
 */
export type AgreementRequirement = 'needed' | 'toBegin' | 'notNeeded'

type Access =
  | { audience: 'student'; agreement: AgreementRequirement }
  | { audience: Exclude<Audience, 'student'>; agreement?: never }

export type CallDefinition<
  Method extends 'GET' | 'POST',
  Path extends string,
  Request extends z.ZodType,
  Response extends z.ZodType,
> = Access & {
  method: Method
  /** The path without the base of its audience, such as `/order/v1/query_status`. */
  path: Path
  /** The permission that a `staff` call needs; without one any staff member may call it. */
  permission?: Permission
  /** The call is allowed before the password is changed (PASSWORD) or a one-time code is set up (TOTP). */
  before?: 'PASSWORD' | 'TOTP'
  summary: string
  labels?: Readonly<Record<string, string>>
  request: Request
  /** Fields that this schema does not list are removed from the response. */
  response: Response
  refusals: readonly RefusalKey[]
  /** The route reads the body itself: a file upload or a gateway notification. */
  body?: 'multipart' | 'raw'
}

/**
 * Returns the definition unchanged and only adds exact types. The server registers the call, and the client derives its
 * types from the definition.
 */
export function defineCall<
  const Method extends 'GET' | 'POST',
  const Path extends string,
  Request extends z.ZodType,
  Response extends z.ZodType,
>(definition: CallDefinition<Method, Path, Request, Response>) {
  return definition
}

export type AnyCallDefinition = CallDefinition<'GET' | 'POST', string, z.ZodType, z.ZodType>
