import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { listAcceptableTexts } from '../../content/first_page/service/texts.ts'
import type { LegalTextName } from '../../content/first_page/service.ts'
import { insertAgreement, listAgreements, listUnacceptedTexts } from '../store/agreements.ts'
import { lockOwnStudentRow } from './profile.ts'

/** Lists legal texts that the student has not accepted: in force, within their days of grace, or announced. */
export async function listMissingAgreements({ db }: Pick<Deps, 'db'>, { studentId }: StudentActor) {
  const [open, accepted, unaccepted] = await Promise.all([
    listAcceptableTexts(db),
    listAgreements(db, studentId),
    listUnacceptedTexts(db, studentId),
  ])
  const ofKind = (kind: string) => accepted.filter(({ document, way }) => document === kind && way !== null)
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
 * A repeated acceptance keeps the first row. @throws Refusal student.agreementNotOpen for a version neither in force
 * nor announced.
 */
export async function acceptAgreements(
  { db }: Pick<Deps, 'db'>,
  { studentId }: StudentActor,
  { texts }: { texts: LegalTextName[] },
) {
  await inTransaction(db, async (tx) => {
    await lockOwnStudentRow(tx, studentId)
    const [open, accepted] = await Promise.all([listAcceptableTexts(tx), listAgreements(tx, studentId)])
    for (const { kind, version } of texts) {
      const before = accepted.filter(({ document, way }) => document === kind && way !== null)
      if (before.some((one) => one.version === version)) continue
      if (!open.some((one) => one.kind === kind && one.version === version))
        refuse('student.agreementNotOpen', { fields: { texts: `版本 ${version} 现在不能同意` } })
      const way = before.length > 0 ? 'NEW_VERSION' : 'FIRST_SIGN_IN'
      await insertAgreement(tx, { studentId, document: kind, version, way })
    }
  })
  const left = await listUnacceptedTexts(db, studentId)
  return { open: left.every(({ graceUntil }) => graceUntil !== null) }
}
