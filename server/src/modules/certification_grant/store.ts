import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { MissingLetters } from './printed-texts.ts'
import type { Revocation } from './revocation.ts'

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

/** Whole, revoked or not. */
export function findProof(db: Db, id: string) {
  return db.selectFrom('proof').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Whole, revoked or not, in no order. `ids` must not be empty. */
export function listProofsById(db: Db, ids: string[]) {
  return db.selectFrom('proof').select(columns).where('id', 'in', ids).execute()
}

/** By the code that anyone verifies with; revoked or not. */
export function findProofByCode(db: Db, code: string) {
  return db.selectFrom('proof').select(columns).where('code', '=', code).executeTakeFirst()
}

interface YearProofRow {
  year: number
  id: string | null
  number: string | null
  issuedAt: Date | null
  revokedAt: Date | null
  revokeReason: string | null
  /** of a year that waits for a font, which is no proof yet */
  missing: MissingLetters[] | null
  since: Date | null
}

/** Each year that waits for a font, then its proofs, the newest first; one statement. */
export async function listYearProofs(db: Db, studentId: string): Promise<YearProofRow[]> {
  const { rows } = await sql<YearProofRow>`
    select year, id, number, issued_at, revoked_at, revoke_reason, null::jsonb as missing, null::timestamptz as since
    from proof where student_id = ${studentId}
    union all select year, null, null, null, null, null, missing, since from proof_waiting where student_id = ${studentId}
    order by year desc, issued_at desc nulls first`.execute(db)
  return rows
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

/** The database allows one per student and year. */
export function findValidProof(db: Db, studentId: string, year: number) {
  return db
    .selectFrom('proof')
    .select(['id', 'number', 'issuedAt'])
    .where('studentId', '=', studentId)
    .where('year', '=', year)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
}

/**
 * Which of some students' years get no proof by themselves: they have a valid one, or staff revoked it and nobody issued it anew.
 * `select` around the students keeps the plan: decision 030.
 */
export function listSettledOf(db: Db, owners: { studentId: string; year: number }[]) {
  const ids = owners.map(({ studentId }) => studentId)
  const years = owners.map(({ year }) => year)
  return db
    .selectFrom('proof')
    .select(['studentId', 'year'])
    .where(
      sql<boolean>`(student_id, year) in (select * from unnest((select ${ids}::uuid[]), ${years}::int[]))`,
    )
    .where((where) => where.or([where('revokedAt', 'is', null), where('held', '=', true)]))
    .execute()
}

/** The next running numbers, of trials apart, and the Shanghai day they are given on. */
export async function nextNumbers(
  tx: Tx,
  count: { ordinary: number; trial: number },
): Promise<{ ordinary: number[]; trial: number[]; day: string; now: Date }> {
  const { rows } = await sql<{ ordinary: number[]; trial: number[]; day: string; now: Date }>`
    select array(select nextval('proof_number')::int from generate_series(1, ${count.ordinary})) as ordinary,
      array(select nextval('trial_proof_number')::int from generate_series(1, ${count.trial})) as trial,
      shanghai_date(app_now()) as day, app_now() as now`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('no proof numbers')
  return row
}

/**
 * Many in one statement; each takes the place of the last one that its student had of the year. @returns the numbers of those, by the new ones'
 * @throws 23505 when a student has a valid proof of the year already
 */
export async function insertProofs(
  tx: Tx,
  rows: (Pick<
    ProofRow,
    'number' | 'code' | 'studentId' | 'year' | 'payload' | 'signature' | 'keyId' | 'issuedAt'
  > & {
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
    select made.number, before.number as before from made join proof before on before.id = made.replaces`.execute(
    tx,
  )
  return new Map(made.map(({ number, before }) => [number, before]))
}

/** The numbers of the proof that took the place of one, and of the one whose place it took. */
export async function findReplacements(
  db: Db,
  id: string,
): Promise<{ replacedBy: { id: string; number: string } | null; replaces: string | null }> {
  const after = await db
    .selectFrom('proof')
    .select(['id', 'number'])
    .where('replaces', '=', id)
    .executeTakeFirst()
  const before = await db
    .selectFrom('proof')
    .innerJoin('proof as before', 'before.id', 'proof.replaces')
    .select('before.number')
    .where('proof.id', '=', id)
    .executeTakeFirst()
  return { replacedBy: after ?? null, replaces: before?.number ?? null }
}

/**
 * The valid proof that has taken the place of one, at the end of however many that took each other's. null: there is none, or it is revoked
 * itself.
 */
export async function findSuccessor(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    with recursive later as (
      select id, number, revoked_at from proof where replaces = ${id}
      union select next.id, next.number, next.revoked_at from later join proof next on next.replaces = later.id)
    select number from later where revoked_at is null`.execute(db)
  return rows[0]?.number ?? null
}

/** The row stays, and goes on saying that it was revoked and why. @returns whether it is a trial's */
export async function setRevoked(
  tx: Tx,
  id: string,
  { cause, reason }: Revocation,
): Promise<boolean> {
  const { trial } = await tx
    .updateTable('proof')
    .set({ revokedAt: sql`app_now()`, revokeCause: cause, revokeReason: reason })
    .where('id', '=', id)
    .returning(sql<boolean>`coalesce(snapshot->>'trial' = 'true', false)`.as('trial'))
    .executeTakeFirstOrThrow()
  return trial
}
