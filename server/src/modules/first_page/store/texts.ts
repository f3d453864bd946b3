import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

export type TextKind = 'AGREEMENT' | 'PRIVACY'
export interface TextName {
  kind: TextKind
  version: string
}

const today = sql<string>`shanghai_date(app_now())`

/** The version of each text that is in force today. */
export async function findTextsInForce(db: Db) {
  const { rows } = await sql<TextName & { paragraphs: string[] }>`
    select text.kind, text.version, paragraphs
    from texts_in_force(shanghai_date((select app_now()))) text join site_text using (id)`.execute(
    db,
  )
  return rows
}

const columns = [
  'version',
  'paragraphs',
  'summary',
  'effectiveFrom',
  'graceDays',
  'state',
  'proposedAt',
  'proposedBy',
  'decidedAt',
  'decidedBy',
  'decideReason',
  'withdrawnAt',
  'withdrawnBy',
  'withdrawReason',
] as const

/** Every version, the newest first, with how many open accounts have accepted it. */
export function listTexts(db: Db, kind: TextKind) {
  return db
    .selectFrom('siteText')
    .leftJoin(
      (query) =>
        query
          .selectFrom('agreement')
          .innerJoin('student', 'student.id', 'agreement.studentId')
          .select(['agreement.version as of', ({ fn }) => fn.countAll<number>().as('count')])
          .where('document', '=', kind)
          .where('way', 'is not', null)
          .where('closedAt', 'is', null)
          .groupBy('agreement.version')
          .as('given'),
      (join) => join.onRef('given.of', '=', 'siteText.version'),
    )
    .select(columns)
    .select(sql<number>`coalesce(given.count, 0)::int`.as('accepted'))
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .execute()
}

/** What everybody may read: approved versions, the newest day first, without the texts that are long. */
export function listApproved(db: Db, kind: TextKind) {
  return db
    .selectFrom('siteText')
    .select([
      'version',
      'effectiveFrom',
      'summary',
      sql<boolean>`effective_from > ${today}`.as('coming'),
    ])
    .where('kind', '=', kind)
    .where('state', '=', 'APPROVED')
    .orderBy('effectiveFrom', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The full text of an approved version. */
export function findApproved(db: Db, { kind, version }: TextName) {
  return db
    .selectFrom('siteText')
    .select('paragraphs')
    .where('kind', '=', kind)
    .where('version', '=', version)
    .where('state', '=', 'APPROVED')
    .executeTakeFirst()
}

/** What may be accepted today: the versions in force, and those that are approved for a day to come. */
export async function listOpenTexts(db: Db) {
  const { rows } = await sql<
    TextName & { effectiveFrom: string; summary: string; paragraphs: string[]; coming: boolean }
  >`
    select kind, version, effective_from, summary, paragraphs, effective_from > day as coming
    from site_text, (select shanghai_date(app_now()) as day offset 0) now
    where state = 'APPROVED' and (effective_from > day or id in (select id from texts_in_force(day)))
    order by kind, effective_from, id`.execute(db)
  return rows
}

/** Who propose and decide at once come one after the other. */
export async function lockTexts(tx: Tx, kind: TextKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`text ${kind}`}, 0))`.execute(tx)
}

/** The newest row of a version: a refused one may have been handed in again. `dayOver`, `dayCame`: as of today; `graceUntil`: the last day of grace. */
export function findVersion(db: Db, { kind, version }: TextName) {
  return db
    .selectFrom('siteText')
    .select([
      ...columns,
      sql<string>`id::text`.as('id'),
      sql<string | null>`case when grace_days > 0 then effective_from + grace_days - 1 end`.as(
        'graceUntil',
      ),
      sql<boolean>`effective_from < ${today}`.as('dayOver'),
      sql<boolean>`effective_from <= ${today}`.as('dayCame'),
    ])
    .where('kind', '=', kind)
    .where('version', '=', version)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest version that waits or was approved: what a draft is begun from. */
export function findNewest(db: Db, kind: TextKind) {
  return db
    .selectFrom('siteText')
    .select(columns)
    .where('kind', '=', kind)
    .where('state', 'in', ['PROPOSED', 'APPROVED'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The approved version of the latest day to come. */
export function findComing(db: Db, kind: TextKind) {
  return db
    .selectFrom('siteText')
    .select(['version', 'effectiveFrom'])
    .where('kind', '=', kind)
    .where('state', '=', 'APPROVED')
    .where('effectiveFrom', '>', today)
    .orderBy('effectiveFrom', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export interface NewVersion extends TextName {
  paragraphs: string[]
  summary: string
  effectiveFrom: string
  graceDays: number
  proposedBy: string
}

/** A proposal. Under the lock of lockTexts its version is free, and no other waits. */
export async function insertProposal(tx: Tx, row: NewVersion): Promise<void> {
  await tx.insertInto('siteText').values(row).execute()
}

/** Sets up a new installation: in force at once, by nobody's decision but the portal's. */
export async function insertFirstText(
  tx: Tx,
  row: TextName & { paragraphs: string[] },
): Promise<void> {
  await tx
    .insertInto('siteText')
    .values({
      ...row,
      effectiveFrom: today,
      proposedBy: 'system',
      state: 'APPROVED',
      decidedBy: 'system',
      decidedAt: sql<Date>`app_now()`,
    })
    .execute()
}

/** The second person's decision on what waits. */
export async function setDecision(
  tx: Tx,
  { kind, version }: TextName,
  by: { state: 'APPROVED' | 'REFUSED'; decidedBy: string; decideReason: string },
): Promise<void> {
  await tx
    .updateTable('siteText')
    .set({ ...by, decidedAt: sql<Date>`app_now()` })
    .where('kind', '=', kind)
    .where('version', '=', version)
    .where('state', '=', 'PROPOSED')
    .execute()
}

/** TAKEN_BACK before the decision, WITHDRAWN after it. */
export async function setWithdrawn(
  tx: Tx,
  { kind, version }: TextName,
  by: { state: 'TAKEN_BACK' | 'WITHDRAWN'; withdrawnBy: string; withdrawReason: string },
): Promise<void> {
  await tx
    .updateTable('siteText')
    .set({ ...by, withdrawnAt: sql<Date>`app_now()` })
    .where('kind', '=', kind)
    .where('version', '=', version)
    .where('state', '=', by.state === 'WITHDRAWN' ? 'APPROVED' : 'PROPOSED')
    .execute()
}

/** Days from today to a day; negative when it is over. */
export async function daysUntil(db: Db, day: string): Promise<number> {
  const { days } = await db
    .selectNoFrom(sql<number>`${day}::date - ${today}`.as('days'))
    .executeTakeFirstOrThrow()
  return days
}
