import type { Input } from '@ce/client/call.ts'
import type { Profile } from '@ce/client/student.ts'

/** The fields a student may change themselves (product §3 modify). */
const infoFields = [
  'gender',
  'education',
  'school',
  'major',
  'titleCode',
  'employer',
  'employerCreditCode',
  'registrationNo',
  'registrationValidTo',
  'practiceScope',
  'city',
  'address',
  'email',
] as const

export type InfoFields = Pick<Profile, (typeof infoFields)[number]>

/** What the form starts from. */
export function infoOf(profile: Profile): InfoFields {
  return pick(profile, infoFields)
}

/** Only what differs; what was emptied is sent as '' (the wire's way to clear a field). */
export function infoChange(
  began: InfoFields,
  fields: InfoFields,
): Input<'POST /student/v1/modify'> {
  const changed = infoFields.filter((name) => (fields[name] ?? '') !== (began[name] ?? ''))
  return Object.fromEntries(changed.map((name) => [name, fields[name] ?? '']))
}

function pick<From, Name extends keyof From>(from: From, names: readonly Name[]): Pick<From, Name> {
  const entries = names.map((name) => [name, from[name]])
  return asPick<From, Name>(Object.fromEntries(entries))
}

/** Holds because every name was taken from `from`. */
function asPick<From, Name extends keyof From>(value: Partial<From>): Pick<From, Name> {
  return value as Pick<From, Name>
}
