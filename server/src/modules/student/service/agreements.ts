import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { openTexts, type TextName } from '../../first_page/service.ts'
import { insertConsent, listAgreements, listUnaccepted } from '../store/agreements.ts'
import { lockOwn } from './profile.ts'

/** What this student has not accepted: texts in force, at once or within days of grace, and those announced for a day to come. */
export async function myAgreements({ db }: Pick<Deps, 'db'>, { studentId }: StudentActor) {
  const [open, accepted, unaccepted] = await Promise.all([
    openTexts(db),
    listAgreements(db, studentId),
    listUnaccepted(db, studentId),
  ])
  const ofKind = (kind: string) =>
    accepted.filter(({ document, way }) => document === kind && way !== null)
  const texts = open.flatMap(({ coming, ...text }) => {
    const before = ofKind(text.kind)
    if (before.some(({ version }) => version === text.version)) return []
    const due = unaccepted.find((one) => one.kind === text.kind && one.version === text.version)
    const graceUntil = due?.graceUntil ?? null
    const now = graceUntil ? ('GRACE' as const) : ('DUE' as const)
    const acceptedBefore = before[0]?.version ?? null
    return [{ ...text, state: coming ? ('COMING' as const) : now, graceUntil, acceptedBefore }]
  })
  return { texts }
}

/**
 * Accepts versions that are in force or announced; each is a row of its own, and a repeat leaves the first.
 * @throws Refusal student.agreementNotOpen when one of them is neither: it was not what its reader should have read
 */
export async function acceptAgreements(
  { db }: Pick<Deps, 'db'>,
  { studentId }: StudentActor,
  { texts }: { texts: TextName[] },
) {
  await inTransaction(db, async (tx) => {
    await lockOwn(tx, studentId)
    const [open, accepted] = await Promise.all([openTexts(tx), listAgreements(tx, studentId)])
    for (const { kind, version } of texts) {
      const before = accepted.filter(({ document, way }) => document === kind && way !== null)
      if (before.some((one) => one.version === version)) continue
      if (!open.some((one) => one.kind === kind && one.version === version))
        refuse('student.agreementNotOpen', { fields: { texts: `版本 ${version} 现在不能同意` } })
      const way = before.length > 0 ? 'NEW_VERSION' : 'FIRST_SIGN_IN'
      await insertConsent(tx, { studentId, document: kind, version, way })
    }
  })
  const left = await listUnaccepted(db, studentId)
  return { open: left.every(({ graceUntil }) => graceUntil !== null) }
}
