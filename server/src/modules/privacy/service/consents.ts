import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { securityEvent, type Visitor } from '../../../platform/security-log.ts'
import { consentVersionOf, listConsents, withdrawCameraConsents } from '../../exam/service.ts'
import { readSiteInfo } from '../../first_page/service.ts'
import {
  type ConsentWay,
  insertWithdrawal,
  listAgreements,
  lockOwn,
} from '../../student/service.ts'

/** stands in the record of agreements beside those that were given */
const withdrawal = 'CAMERA_WITHDRAWN'

/** What the student agreed to, which version, when (个人信息保护法 articles 14 and 15). */
export async function myConsents({ db }: Deps, { studentId }: StudentActor) {
  const [site, agreements, exams] = await Promise.all([
    readSiteInfo(db),
    listAgreements(db, studentId),
    listConsents(db, studentId),
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

/** The column's check. */
function asWay(way: string | null): ConsentWay {
  return way as ConsentWay
}

/** The column's check. */
function asMode(mode: string): 'CAMERA' | 'MANUAL' {
  return mode as 'CAMERA' | 'MANUAL'
}

/**
 * Takes back that the camera may be used. Exams begun afterwards are 人工核验, unless the student chooses the camera anew; one that runs
 * goes on as it began. What was taken before stays until its day.
 */
export async function withdrawCamera(deps: Deps, { studentId }: StudentActor, client: Visitor) {
  const version = consentVersionOf(await deps.settings.all())
  return inTransaction(deps.db, async (tx) => {
    // two presses at once: the second finds nothing left
    await lockOwn(tx, studentId)
    const changed = await withdrawCameraConsents(tx, studentId)
    if (changed > 0) {
      await insertWithdrawal(tx, { studentId, document: withdrawal, version })
      await securityEvent(tx, { ...client, studentId, event: 'CAMERA_WITHDRAWN' })
    }
    return { changed }
  })
}
