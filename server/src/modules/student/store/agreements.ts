import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** A version of a legal text. */
export interface AcceptedText {
  document: 'AGREEMENT' | 'PRIVACY'
  version: string
}

/** What a row of agreements is about: what was accepted, or taken back. */
export type AgreementDocument = AcceptedText['document'] | 'CAMERA_WITHDRAWN'

/** How a version was accepted. */
export type ConsentWay = 'REGISTER' | 'FIRST_SIGN_IN' | 'NEW_VERSION'

/** Writes a consent down beside those given before. Each version is accepted once: a repeat leaves the first as it is. */
export async function insertConsent(
  tx: Tx,
  row: AcceptedText & { studentId: string; way: ConsentWay },
): Promise<void> {
  await sql`
    insert into agreement (student_id, document, version, way)
    values (${row.studentId}, ${row.document}, ${row.version}, ${row.way})
    on conflict (student_id, document, version) where way is not null do nothing`.execute(tx)
}

/** The consent of a kind that the camera's pictures need was taken back. */
export async function insertWithdrawal(
  tx: Tx,
  row: { studentId: string; document: 'CAMERA_WITHDRAWN'; version: string },
): Promise<void> {
  await tx.insertInto('agreement').values(row).execute()
}

/** What somebody accepted or took back, the newest first. */
export function listAgreements(db: Db, studentId: string) {
  return db
    .selectFrom('agreement')
    .select(['document', 'version', 'at', 'way'])
    .where('studentId', '=', studentId)
    .orderBy('id', 'desc')
    .execute()
}

/** The texts in force that this student has not accepted; `graceUntil`: the last day on which it goes on without. */
export async function listUnaccepted(db: Db, studentId: string) {
  const { rows } = await sql<{ kind: string; version: string; graceUntil: string | null }>`
    select kind, version, grace_until as "graceUntil"
    from unaccepted_texts(${studentId}, (select app_now()))`.execute(db)
  return rows
}
