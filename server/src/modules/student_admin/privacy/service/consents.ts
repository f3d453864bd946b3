import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { recordSecurityEvent, type Visitor } from '../../../../platform/security-log.ts'
import { loadSiteInfo } from '../../../content/first_page/service/site.ts'
import { examConsentVersionOf } from '../../../exam/consent-text.ts'
import { listExamConsents, withdrawCameraConsents } from '../../../exam/service.ts'
import { lockOwnStudentRow } from '../../../student/service/profile.ts'
import { type ConsentWay, insertCameraWithdrawal, listAgreements } from '../../../student/service.ts'

const withdrawal = 'CAMERA_WITHDRAWN'

/** The list contains texts, versions and times (个人信息保护法 articles 14 and 15). */
export async function listOwnConsents({ db }: Deps, { studentId }: StudentActor) {
  const [site, agreements, exams] = await Promise.all([
    loadSiteInfo(db),
    listAgreements(db, studentId),
    listExamConsents(db, studentId),
  ])
  const newest: Record<string, string> = {
    AGREEMENT: site.agreementVersion,
    PRIVACY: site.privacyVersion,
  }
  return {
    agreements: agreements
      .filter(({ way }) => way !== null)
      .map(({ way, ...row }) => ({
        ...row,
        way: asWay(way),
        current: row.version === newest[row.document],
      })),
    exams: exams.map(({ mode, ...row }) => ({ ...row, mode: asMode(mode) })),
    cameraAllowed: exams.some(({ counts, mode }) => counts && mode === 'CAMERA'),
    cameraWithdrawnAt: agreements.find(({ document }) => document === withdrawal)?.at ?? null,
  }
}

/** A check constraint of the column guarantees the type. */
function asWay(way: string | null): ConsentWay {
  return way as ConsentWay
}

/** A check constraint of the column guarantees the type. */
function asMode(mode: string): 'CAMERA' | 'MANUAL' {
  return mode as 'CAMERA' | 'MANUAL'
}

/**
 * Later exams use the MANUAL mode unless the student consents again. A running exam continues, and pictures stay until
 * their deletion day.
 */
export async function withdrawCameraConsent(deps: Deps, { studentId }: StudentActor, client: Visitor) {
  const version = examConsentVersionOf(await deps.settings.all())
  return inTransaction(deps.db, async (tx) => {
    // The lock lets a second click find nothing to withdraw.
    await lockOwnStudentRow(tx, studentId)
    const changed = await withdrawCameraConsents(tx, studentId)
    if (changed > 0) {
      await insertCameraWithdrawal(tx, { studentId, document: withdrawal, version })
      await recordSecurityEvent(tx, { ...client, studentId, event: 'CAMERA_WITHDRAWN' })
    }
    return { changed }
  })
}
