import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

export interface AcceptedText {
  document: 'AGREEMENT' | 'PRIVACY'
  version: string
}

export type AgreementDocument = AcceptedText['document'] | 'CAMERA_WITHDRAWN'

export type ConsentWay = 'REGISTER' | 'FIRST_SIGN_IN' | 'NEW_VERSION'

/** An existing acceptance of the version is kept. */
export async function insertAgreement(
  tx: Tx,
  row: AcceptedText & { studentId: string; way: ConsentWay },
): Promise<void> {
  await sql`
    insert into agreement (student_id, document, version, way)
    values (${row.studentId}, ${row.document}, ${row.version}, ${row.way})
    on conflict (student_id, document, version) where way is not null do nothing`.execute(tx)
}

export async function insertCameraWithdrawal(
  tx: Tx,
  row: { studentId: string; document: 'CAMERA_WITHDRAWN'; version: string },
): Promise<void> {
  await tx.insertInto('agreement').values(row).execute()
}

export function listAgreements(db: Db, studentId: string) {
  return db
    .selectFrom('agreement')
    .select(['document', 'version', 'at', 'way'])
    .where('studentId', '=', studentId)
    .orderBy('id', 'desc')
    .execute()
}

/** `graceUntil` is the last day on which the student may continue without acceptance. */
export async function listUnacceptedTexts(db: Db, studentId: string) {
  const { rows } = await sql<{ kind: string; version: string; graceUntil: string | null }>`
    select kind, version, grace_until as "graceUntil"
    from unaccepted_texts(${studentId}, (select app_now()))`.execute(db)
  return rows
}
