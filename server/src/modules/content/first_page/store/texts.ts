import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'

export type LegalTextKind = 'AGREEMENT' | 'PRIVACY'
export interface LegalTextName {
  kind: LegalTextKind
  version: string
}

const today = sql<string>`shanghai_date(app_now())`

export async function findLegalTextsInForce(db: Db) {
  const { rows } = await sql<LegalTextName & { paragraphs: string[] }>`
    select text.kind, text.version, paragraphs
    from texts_in_force(shanghai_date((select app_now()))) text join site_text using (id)`.execute(db)
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

export function listLegalTextRows(db: Db, kind: LegalTextKind) {
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

/** Lists approved versions of a text, the one with the latest day first. */
export function listApprovedLegalTexts(db: Db, kind: LegalTextKind) {
  return db
    .selectFrom('siteText')
    .select(['version', 'effectiveFrom', 'summary', sql<boolean>`effective_from > ${today}`.as('coming')])
    .where('kind', '=', kind)
    .where('state', '=', 'APPROVED')
    .orderBy('effectiveFrom', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export function findApprovedLegalText(db: Db, { kind, version }: LegalTextName) {
  return db
    .selectFrom('siteText')
    .select('paragraphs')
    .where('kind', '=', kind)
    .where('version', '=', version)
    .where('state', '=', 'APPROVED')
    .executeTakeFirst()
}

/** Lists versions in force and approved versions of later days. */
export async function listLegalTextsInForceOrComing(db: Db) {
  const { rows } = await sql<
    LegalTextName & { effectiveFrom: string; summary: string; paragraphs: string[]; coming: boolean }
  >`
    select kind, version, effective_from, summary, paragraphs, effective_from > day as coming
    from site_text, (select shanghai_date(app_now()) as day offset 0) now
    where state = 'APPROVED' and (effective_from > day or id in (select id from texts_in_force(day)))
    order by kind, effective_from, id`.execute(db)
  return rows
}

/** Proposals and decisions on one kind of text take turns. */
export async function lockLegalTexts(tx: Tx, kind: LegalTextKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`text ${kind}`}, 0))`.execute(tx)
}

/** Returns the newest row, because a rejected version may be proposed again. */
export function findLegalTextVersion(db: Db, { kind, version }: LegalTextName) {
  return db
    .selectFrom('siteText')
    .select([
      ...columns,
      sql<string>`id::text`.as('id'),
      sql<string | null>`case when grace_days > 0 then effective_from + grace_days - 1 end`.as('graceUntil'),
      sql<boolean>`effective_from < ${today}`.as('dayOver'),
      sql<boolean>`effective_from <= ${today}`.as('dayCame'),
    ])
    .where('kind', '=', kind)
    .where('version', '=', version)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findNewestLegalText(db: Db, kind: LegalTextKind) {
  return db
    .selectFrom('siteText')
    .select(columns)
    .where('kind', '=', kind)
    .where('state', 'in', ['PROPOSED', 'APPROVED'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findComingLegalText(db: Db, kind: LegalTextKind) {
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

export interface NewLegalTextVersion extends LegalTextName {
  paragraphs: string[]
  summary: string
  effectiveFrom: string
  graceDays: number
  proposedBy: string
}

/** The caller holds `lockLegalTexts`, and no other proposal is undecided. */
export async function insertLegalTextProposal(tx: Tx, row: NewLegalTextVersion): Promise<void> {
  await tx.insertInto('siteText').values(row).execute()
}

export async function insertInitialLegalText(tx: Tx, row: LegalTextName & { paragraphs: string[] }): Promise<void> {
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

export async function setLegalTextDecision(
  tx: Tx,
  { kind, version }: LegalTextName,
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

/** The new state is TAKEN_BACK before the decision on the text and WITHDRAWN after it. */
export async function setLegalTextWithdrawn(
  tx: Tx,
  { kind, version }: LegalTextName,
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

/** The number of days is negative for a past day. */
export async function daysUntil(db: Db, day: string): Promise<number> {
  const { days } = await db.selectNoFrom(sql<number>`${day}::date - ${today}`.as('days')).executeTakeFirstOrThrow()
  return days
}
