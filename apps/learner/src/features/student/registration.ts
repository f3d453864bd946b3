import { CallRefused, type ClientInput } from '@ce/client/call.ts'
import type { SiteInfo } from '@ce/client/first_page.ts'
import { digestPassword } from '@ce/contract/password'

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

type Registration = ClientInput<'POST /student/v1/register'>

export type AgreementVersions = Pick<SiteInfo, 'agreementVersion' | 'privacyVersion'>

/** Sends a digest in place of the password (docs/rules/accounts.md#passwords). */
export function toRegistrationInput(
  { password, repeated: _repeated, agreed: _agreed, ...person }: RegisterValues,
  { agreementVersion, privacyVersion }: AgreementVersions,
): Registration {
  return {
    ...asPerson(person),
    password: digestPassword(password),
    agreementVersion,
    privacyVersion,
  }
}

type Typed = Omit<RegisterValues, 'password' | 'repeated' | 'agreed'>

/** The selects offer only values of these tables, so the cast is safe. */
function asPerson({ titleCode, ...texts }: Typed) {
  return { ...texts, titleCode: Number(titleCode) } as Pick<Registration, keyof Typed>
}

export function isOutdatedAgreement(error: unknown): boolean {
  return error instanceof CallRefused && error.key === 'student.agreementOutdated'
}

/** The text versions at the time of the tick, undefined if they were not loaded. Null means unticked. */
export type AgreementTick = { over: AgreementVersions | undefined } | null

/** `renewed` is true if the tick was for other versions and no longer counts. */
export function currentAgreementTick(
  before: AgreementTick,
  agreed: boolean,
  site: AgreementVersions | undefined,
): { tick: AgreementTick; renewed: boolean } {
  if (!agreed) return { tick: null, renewed: false }
  if (!before) return { tick: { over: site }, renewed: false }
  const same =
    before.over?.agreementVersion === site?.agreementVersion && before.over?.privacyVersion === site?.privacyVersion
  return same ? { tick: before, renewed: false } : { tick: null, renewed: true }
}
