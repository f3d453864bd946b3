import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export type ProofRow = NonNullable<Awaited<ReturnType<typeof findProof>>>

const columns = [
  'id',
  'number',
  'code',
  'studentId',
  'year',
  'snapshot',
  'payload',
  'signature',
  'keyId',
  'issuedAt',
  'revokedAt',
  'revokeReason',
] as const

export function findProof(db: Db, id: string) {
  return db.selectFrom('proof').select(columns).where('id', '=', id).executeTakeFirst()
}

export function findProofByCode(db: Db, code: string) {
  return db.selectFrom('proof').select(columns).where('code', '=', code).executeTakeFirst()
}

/** The newest proof of each year first within its year. */
export function listProofs(db: Db, studentId: string) {
  return db
    .selectFrom('proof')
    .select(['id', 'number', 'year', 'issuedAt', 'revokedAt', 'revokeReason'])
    .where('studentId', '=', studentId)
    .orderBy('year', 'desc')
    .orderBy('issuedAt', 'desc')
    .execute()
}

/** Of every year, oldest first. */
export function listValidProofs(db: Db, studentId: string) {
  return db
    .selectFrom('proof')
    .select(['id', 'number', 'year'])
    .where('studentId', '=', studentId)
    .where('revokedAt', 'is', null)
    .orderBy('year')
    .execute()
}

export function findValidProof(db: Db, studentId: string, year: number) {
  return db
    .selectFrom('proof')
    .select(['id', 'number'])
    .where('studentId', '=', studentId)
    .where('year', '=', year)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
}

/** The next running number, and the Shanghai day it is given on. */
export async function nextNumber(tx: Tx): Promise<{ serial: number; day: string; now: Date }> {
  const { rows } = await sql<{ serial: number; day: string; now: Date }>`
    select nextval('proof_number') as serial, shanghai_date(app_now()) as day, app_now() as now`.execute(
    tx,
  )
  const row = rows[0]
  if (!row) throw new Error('no proof number')
  return row
}

export async function insertProof(
  tx: Tx,
  row: Pick<
    ProofRow,
    'number' | 'code' | 'studentId' | 'year' | 'payload' | 'signature' | 'keyId' | 'issuedAt'
  > & {
    snapshot: unknown
  },
): Promise<void> {
  await tx
    .insertInto('proof')
    .values({ ...row, snapshot: JSON.stringify(row.snapshot) })
    .execute()
}

export async function setRevoked(tx: Tx, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('proof')
    .set({ revokedAt: sql`app_now()`, revokeReason: reason })
    .where('id', '=', id)
    .execute()
}
