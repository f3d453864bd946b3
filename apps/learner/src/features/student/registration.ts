import { CallRefused, type Input } from '@ce/client/call.ts'
import type { SiteInfo } from '@ce/client/first_page.ts'
import { digestPassword } from '@ce/contract/password'

type Registration = Input<'POST /student/v1/register'>

/** The versions of both texts one agrees to by one tick. */
export type Versions = Pick<SiteInfo, 'agreementVersion' | 'privacyVersion'>

export interface RegisterFields
  extends Omit<Registration, 'password' | 'challenge' | keyof Versions> {
  password: string
  repeated: string
  agreed: boolean
}

/** What is sent of the form: the password only as its digest (specification §5). */
export function registration(
  fields: RegisterFields,
  { agreementVersion, privacyVersion }: Versions,
): Registration {
  const { password, repeated: _repeated, agreed: _agreed, ...person } = fields
  return { ...person, password: digestPassword(password), agreementVersion, privacyVersion }
}

/** A new version was published while the form was filled in. */
export function isOutdatedAgreement(error: unknown): boolean {
  return error instanceof CallRefused && error.key === 'student.agreementOutdated'
}

/** A tick, with the versions there were when it was made; undefined: they were not loaded. Null: not ticked. */
export type Tick = { over: Versions | undefined } | null

/** The tick as it is now; `renewed`: it was made over other texts than those in force, so it counts no more. */
export function tickNow(
  before: Tick,
  agreed: boolean,
  site: Versions | undefined,
): { tick: Tick; renewed: boolean } {
  if (!agreed) return { tick: null, renewed: false }
  if (!before) return { tick: { over: site }, renewed: false }
  const same =
    before.over?.agreementVersion === site?.agreementVersion &&
    before.over?.privacyVersion === site?.privacyVersion
  return same ? { tick: before, renewed: false } : { tick: null, renewed: true }
}
