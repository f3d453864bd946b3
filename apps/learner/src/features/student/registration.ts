import { CallRefused, type Input } from '@ce/client/call.ts'
import type { SiteInfo } from '@ce/client/first_page.ts'
import { digestPassword } from '@ce/contract/password'

/** What the form starts from; a select's values are texts. */
export const emptyRegistration = {
  name: '',
  idType: 'ID_CARD',
  idNo: '',
  certificateNo: '',
  titleCode: '0',
  employer: '',
  phone: '',
  password: '',
  repeated: '',
  agreed: false,
}
export type RegisterValues = typeof emptyRegistration

type Registration = Input<'POST /student/v1/register'>

/** The versions of both texts one agrees to by one tick. */
export type Versions = Pick<SiteInfo, 'agreementVersion' | 'privacyVersion'>

/** What is sent of the form: the password only as its digest (specification §5). */
export function registration(
  { password, repeated: _repeated, agreed: _agreed, ...person }: RegisterValues,
  { agreementVersion, privacyVersion }: Versions,
): Registration {
  return {
    ...asPerson(person),
    password: digestPassword(password),
    agreementVersion,
    privacyVersion,
  }
}

type Typed = Omit<RegisterValues, 'password' | 'repeated' | 'agreed'>

/** The texts of the selects are those of the tables they were filled from. */
function asPerson({ titleCode, ...texts }: Typed) {
  return { ...texts, titleCode: Number(titleCode) } as Pick<Registration, keyof Typed>
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
