import { sql } from 'kysely'
import { type Db, requireOneRow, type Tx } from '../../../platform/db/database.ts'
import { isNotPostponedSql } from '../../../platform/db/sweep-failures.ts'
import type { MissingGlyphs } from './printed-texts.ts'
import type { ProofRevocation } from './snapshot.ts'

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
  'revokeCause',
  'revokeReason',
] as const

export function findProof(db: Db, id: string) {
  return db.selectFrom('proof').select(columns).where('id', '=', id).executeTakeFirst()
}

/** The rows come in no defined order. `ids` must not be empty. */
export function listProofsById(db: Db, ids: string[]) {
  return db.selectFrom('proof').select(columns).where('id', 'in', ids).execute()
}

export function findProofByCode(db: Db, code: string) {
  return db.selectFrom('proof').select(columns).where('code', '=', code).executeTakeFirst()
}

export function listProofsAfter(db: Db, after: string | null, limit: number) {
  return db
    .selectFrom('proof')
    .select(columns)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()
}

interface YearProofRow {
  year: number
  id: string | null
  number: string | null
  issuedAt: Date | null
  revokedAt: Date | null
  revokeReason: string | null
  /** Set only for a year that waits for a font. */
  missing: MissingGlyphs[] | null
  since: Date | null
}

export async function listYearProofs(db: Db, studentId: string): Promise<YearProofRow[]> {
  const { rows } = await sql<YearProofRow>`
    select year, id, number, issued_at, revoked_at, revoke_reason, null::jsonb as missing, null::timestamptz as since
    from proof where student_id = ${studentId}
    union all select year, null, null, null, null, null, missing, since from proof_waiting where student_id = ${studentId}
    order by year desc, issued_at desc nulls first`.execute(db)
  return rows
}

/** Lists the oldest year first. */
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
    .select(['id', 'number', 'issuedAt'])
    .where('studentId', '=', studentId)
    .where('year', '=', year)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
}

/** Includes years whose proof staff withhold. The subselect keeps the intended query plan (decision 030). */
export function listYearsWithProof(db: Db, owners: { studentId: string; year: number }[]) {
  const ids = owners.map(({ studentId }) => studentId)
  const years = owners.map(({ year }) => year)
  return db
    .selectFrom('proof')
    .select(['studentId', 'year'])
    .where(sql<boolean>`(student_id, year) in (select * from unnest((select ${ids}::uuid[]), ${years}::int[]))`)
    .where((where) => where.or([where('revokedAt', 'is', null), where('held', '=', true)]))
    .execute()
}

/** Trial years have a separate series of proof numbers. */
export function takeProofNumbers(
  tx: Tx,
  count: { ordinary: number; trial: number },
): Promise<{ ordinary: number[]; trial: number[]; day: string; now: Date }> {
  return requireOneRow(
    tx,
    sql<{ ordinary: number[]; trial: number[]; day: string; now: Date }>`
    select array(select nextval('proof_number')::int from generate_series(1, ${count.ordinary})) as ordinary,
      array(select nextval('trial_proof_number')::int from generate_series(1, ${count.trial})) as trial,
      shanghai_date(app_now()) as day, app_now() as now`,
  )
}

/**
 * Each new proof replaces the last one of its year.
 * @returns replaced numbers, keyed by new number
 * @throws 23505 (unique violation) if the year has a valid proof
 */
export async function insertProofs(
  tx: Tx,
  rows: (Pick<ProofRow, 'number' | 'code' | 'studentId' | 'year' | 'payload' | 'signature' | 'keyId' | 'issuedAt'> & {
    snapshot: unknown
  })[],
): Promise<Map<string, string>> {
  type Row = (typeof rows)[number]
  const of = <Key extends keyof Row>(key: Key) => rows.map((row) => row[key])
  const snapshots = rows.map(({ snapshot }) => JSON.stringify(snapshot))
  const { rows: made } = await sql<{ number: string; before: string }>`
    with made as (
    insert into proof (number, code, student_id, year, snapshot, payload, signature, key_id, issued_at, printable, replaces)
    select number, code, student_id, year, snapshot::jsonb, payload, signature, key_id, issued_at, true, (
        select id from proof before where before.student_id = given.student_id and before.year = given.year
          and not exists (select from proof taken where taken.replaces = before.id)
        order by before.issued_at desc, before.number desc limit 1)
    from unnest(${of('number')}::text[], ${of('code')}::text[], ${of('studentId')}::uuid[], ${of('year')}::int[],
      ${snapshots}::text[], ${of('payload')}::text[], ${of('signature')}::bytea[], ${of('keyId')}::text[],
      ${of('issuedAt')}::timestamptz[])
      as given (number, code, student_id, year, snapshot, payload, signature, key_id, issued_at)
    returning number, replaces)
    select made.number, before.number as before from made join proof before on before.id = made.replaces`.execute(tx)
  return new Map(made.map(({ number, before }) => [number, before]))
}

export async function findProofReplacements(
  db: Db,
  id: string,
): Promise<{ replacedBy: { id: string; number: string } | null; replaces: string | null }> {
  const after = await db.selectFrom('proof').select(['id', 'number']).where('replaces', '=', id).executeTakeFirst()
  const before = await db
    .selectFrom('proof')
    .innerJoin('proof as before', 'before.id', 'proof.replaces')
    .select('before.number')
    .where('proof.id', '=', id)
    .executeTakeFirst()
  return { replacedBy: after ?? null, replaces: before?.number ?? null }
}

/**
 * Returns the number of the valid proof that replaces the given one, directly or after other replacements; null if
 * there is none.
 */
export async function findSuccessorProof(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    with recursive later as (
      select id, number, revoked_at from proof where replaces = ${id}
      union select next.id, next.number, next.revoked_at from later join proof next on next.replaces = later.id)
    select number from later where revoked_at is null`.execute(db)
  return rows[0]?.number ?? null
}

/** @returns whether the proof is of a trial year */
export async function setProofRevoked(tx: Tx, id: string, { cause, reason }: ProofRevocation): Promise<boolean> {
  const { trial } = await tx
    .updateTable('proof')
    .set({ revokedAt: sql`app_now()`, revokeCause: cause, revokeReason: reason })
    .where('id', '=', id)
    .returning(sql<boolean>`coalesce(snapshot->>'trial' = 'true', false)`.as('trial'))
    .executeTakeFirstOrThrow()
  return trial
}

/** `lessons` is empty after a re-study, because study records cover only the current round. */
export interface LedgerAttempt {
  attemptId: string
  studentId: string
  signId: string
  signCourseId: string
  lessons: { id: string; title: string }[]
}

export async function listLedgerAttempts(db: Db, attemptIds: string[]): Promise<LedgerAttempt[]> {
  if (attemptIds.length === 0) return []
  const { rows } = await sql<LedgerAttempt>`
    select attempt.id as attempt_id, attempt.student_id, sign_course.sign_id, sign_course.id as sign_course_id, (
        select coalesce(json_agg(json_build_object('id', id, 'title', title) order by position), '[]')
        from lesson where version_id = sign_course.course_version_id and attempt.round = sign_course.round) as lessons
    from attempt join sign_course on sign_course.id = attempt.sign_course_id
    where attempt.id = any(${attemptIds}::uuid[])`.execute(db)
  return rows
}

export async function listStudentsDueForReissue(
  db: Db,
  { job, limit }: { job: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('proofReissueDue')
    .select('studentId')
    .where(isNotPostponedSql(job, sql`student_id::text`))
    .orderBy('since')
    .orderBy('studentId')
    .limit(limit)
    .execute()
  return rows.map(({ studentId }) => studentId)
}

/** @returns false if another process has already cleared the mark */
export async function clearReissueDue(tx: Tx, studentId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('proofReissueDue')
    .where('studentId', '=', studentId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
