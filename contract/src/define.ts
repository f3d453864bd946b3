import type { z } from 'zod'
import type { RefusalKey } from './errors.ts'
import type { Permission } from './rules/permissions.ts'

/** Who may make a call. `student` needs a student token, `staff` one of the console, `employer` one of an organisation. */
export type Audience = 'public' | 'student' | 'staff' | 'employer'

/**
 * Whether a learner must have accepted the user agreement and the privacy text in force. `needed`: else it is refused. `toBegin`: its
 * service refuses what would begin something, and lets go on what runs. `notNeeded`: one's own data, proofs and money, and what runs.
 */
export type Agreement = 'needed' | 'toBegin' | 'notNeeded'

/** Every call of learners says what it needs; no other call needs it. */
type Access =
  | { audience: 'student'; agreement: Agreement }
  | { audience: Exclude<Audience, 'student'>; agreement?: never }

export type CallDefinition<
  Method extends 'GET' | 'POST',
  Path extends string,
  Request extends z.ZodType,
  Response extends z.ZodType,
> = Access & {
  method: Method
  /** below the audience's base, as on the wire: `/order/v1/query_status` */
  path: Path
  /** of a `staff` call: what its maker must be allowed; none: any member of staff, for themselves */
  permission?: Permission
  /** also answered to who must first change their password – PASSWORD – or, having done so, set a one-time code up */
  before?: 'PASSWORD' | 'TOTP'
  summary: string
  /** what a field is called here, where field-names.ts calls another one of that name so */
  labels?: Readonly<Record<string, string>>
  /** the query of a GET, the JSON body of a POST */
  request: Request
  /** the presenter: what it does not list does not leave */
  response: Response
  /** the refusals by rule a client must expect, besides the common ones */
  refusals: readonly RefusalKey[]
  /** the body is a file upload or a raw gateway notification, read by the route itself */
  body?: 'multipart' | 'raw'
}

/** One call of the wire. Shape only; the server registers it, the client types itself by it. */
export function defineCall<
  const Method extends 'GET' | 'POST',
  const Path extends string,
  Request extends z.ZodType,
  Response extends z.ZodType,
>(definition: CallDefinition<Method, Path, Request, Response>) {
  return definition
}

export type AnyCall = CallDefinition<'GET' | 'POST', string, z.ZodType, z.ZodType>
