import { CallRefused, type Input } from '@ce/client/call.ts'
import { digestPassword } from '@ce/contract/password'

type Registration = Input<'POST /student/v1/register'>

export interface RegisterFields
  extends Omit<Registration, 'password' | 'challenge' | 'agreementVersion'> {
  password: string
  repeated: string
  agreed: boolean
}

/** What is sent of the form: the password only as its digest (specification §5). */
export function registration(fields: RegisterFields, agreementVersion: string): Registration {
  const { password, repeated: _repeated, agreed: _agreed, ...person } = fields
  return { ...person, password: digestPassword(password), agreementVersion }
}

/** A new version was published while the form was filled in. */
export function isOutdatedAgreement(error: unknown): boolean {
  return error instanceof CallRefused && error.key === 'student.agreementOutdated'
}
