import { type SqlBool, sql } from 'kysely'
import { countOf } from '../../platform/db/count.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { isNotPostponed } from '../../platform/db/sweep-failures.ts'
import type { DrawnLetter } from './draw-letter.ts'

/** What fonts drew of these code points. */
export async function listLetters(db: Db, codePoints: readonly number[]) {
  if (codePoints.length === 0) return []
  return db
    .selectFrom('printLetter')
    .select(['codePoint', 'advance', 'outline', 'usedAt'])
    .where('codePoint', 'in', [...codePoints])
    .execute()
}

/** Keeps these letters as they are from now on. @returns those that are there: one may have gone meanwhile */
export async function setUsed(tx: Tx, codePoints: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ codePoint: number }>`
    with held as (
      select code_point from print_letter where code_point = any(${[...codePoints]}::int[])
      order by code_point for no key update)
    update print_letter set used_at = coalesce(used_at, app_now()) from held
    where print_letter.code_point = held.code_point returning print_letter.code_point`.execute(tx)
  return rows.map(({ codePoint }) => codePoint)
}

/** Which of these code points a font in use says it has. */
export async function listCovered(db: Db, codePoints: readonly number[]): Promise<number[]> {
  if (codePoints.length === 0) return []
  const { rows } = await sql<{ codePoint: number }>`
    select code_point from unnest(${[...codePoints]}::int[]) as asked (code_point)
    where exists (select from print_font where removed_at is null and letters @> code_point)`.execute(
    db,
  )
  return rows.map(({ codePoint }) => codePoint)
}

export interface NewFont {
  id: string
  fileId: string
  name: string
  face: number
  glyphs: number
  ranges: readonly (readonly [number, number])[]
  note: string
  staffId: string
}

/** False when the id is taken, or the file. */
export async function insertFont(tx: Tx, { ranges, ...font }: NewFont): Promise<boolean> {
  const letters = `{${ranges.map(([from, to]) => `[${from},${to}]`).join(',')}}`
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('printFont')
    .values({ ...font, letters: sql`${letters}::int4multirange` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A letter that another font has drawn already stays as it is. @returns the code points that are new */
export async function insertLetters(
  tx: Tx,
  fontId: string,
  drawn: readonly DrawnLetter[],
): Promise<number[]> {
  const of = <Key extends keyof DrawnLetter>(key: Key) => drawn.map((one) => one[key])
  const { rows } = await sql<{ codePoint: number }>`
    insert into print_letter (code_point, font_id, advance, outline)
    select code_point, ${fontId}, advance, outline
    from unnest(${of('codePoint')}::int[], ${of('advance')}::int[], ${of('outline')}::text[])
      as given (code_point, advance, outline)
    order by code_point
    on conflict (code_point) do nothing returning code_point`.execute(tx)
  return rows.map(({ codePoint }) => codePoint)
}

/** What a font turned out not to draw is not asked of it again. */
export async function dropCovered(tx: Tx, id: string, codePoints: readonly number[]) {
  const ranges = `{${codePoints.map((codePoint) => `[${codePoint},${codePoint}]`).join(',')}}`
  await sql`update print_font set letters = letters - ${ranges}::int4multirange where id = ${id}`.execute(
    tx,
  )
}

const head = [
  'printFont.id',
  'printFont.fileId',
  'printFont.name',
  'printFont.face',
  'printFont.glyphs',
  'printFont.note',
  'printFont.staffId',
  'printFont.addedAt',
  'printFont.removedAt',
  'printFont.removedBy as removerId',
  'printFont.removeReason',
  'file.name as fileName',
  'adder.name as addedBy',
  'remover.name as removedBy',
] as const

function fonts(db: Db) {
  return db
    .selectFrom('printFont')
    .innerJoin('file', 'file.id', 'printFont.fileId')
    .innerJoin('staff as adder', 'adder.id', 'printFont.staffId')
    .leftJoin('staff as remover', 'remover.id', 'printFont.removedBy')
    .select(head)
    .select([
      sql<number>`(select coalesce(sum(upper(part) - lower(part)), 0)::int from unnest(letters) as part)`.as(
        'more',
      ),
      sql<number>`(select count(*)::int from print_letter where font_id = print_font.id)`.as(
        'drawn',
      ),
      sql<number>`(select count(used_at)::int from print_letter where font_id = print_font.id)`.as(
        'used',
      ),
    ])
}

export type FontRow = Awaited<ReturnType<typeof listFonts>>[number]

/** The newest first. */
export function listFonts(db: Db) {
  return fonts(db).orderBy('addedAt', 'desc').orderBy('printFont.id').execute()
}

export function findFont(db: Db, id: string) {
  return fonts(db).where('printFont.id', '=', id).executeTakeFirst()
}

/** Under its row lock: what draws letters by it, and what ends it, go one after the other. */
export function lockFont(tx: Tx, id: string) {
  return tx
    .selectFrom('printFont')
    .select(['removedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function listDrawn(db: Db, fontId: string) {
  return db
    .selectFrom('printLetter')
    .select(['codePoint', 'advance', 'outline', 'drawnAt', 'usedAt'])
    .where('fontId', '=', fontId)
    .orderBy('codePoint')
    .execute()
}

/** It draws no more letters; those that no proof prints go. */
export async function setRemoved(
  tx: Tx,
  id: string,
  by: { staffId: string; reason: string },
): Promise<void> {
  await tx
    .updateTable('printFont')
    .set({ removedAt: sql`app_now()`, removedBy: by.staffId, removeReason: by.reason })
    .where('id', '=', id)
    .execute()
  await sql`
    with held as (
      select code_point from print_letter where font_id = ${id} and used_at is null
      order by code_point for update)
    delete from print_letter using held
    where print_letter.code_point = held.code_point and used_at is null`.execute(tx)
}

/** Fonts in use that say they have some of these, the oldest first; one whose file could not be read waits for its next try. */
export function listFontsWith(db: Db, job: string, codePoints: readonly number[]) {
  return db
    .selectFrom('printFont')
    .select(['id', 'fileId', 'face', 'staffId'])
    .where('removedAt', 'is', null)
    .where(
      sql<SqlBool>`exists (select from unnest(${[...codePoints]}::int[]) as asked (code_point) where letters @> code_point)`,
    )
    .where(isNotPostponed(job, sql`print_font.id`))
    .orderBy('addedAt')
    .orderBy('id')
    .execute()
}

/** more people with rare names than a province has */
const mostNames = 20_000

/** Whose names have letters outside what the portal's own fonts have whole. The condition is the index's own. */
export async function listRareNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from student where name ~ '[^一-鿿·A-Za-z ]' and closed_at is null limit ${mostNames}`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** For how many proofs each letter is waited for, and since when. */
export async function listWaitedFor(db: Db) {
  const { rows } = await sql<{ codePoint: number; waiting: number; since: Date }>`
    select code_point, count(*)::int as waiting, min(since) as since
    from proof_waiting, unnest(code_points) as code_point group by code_point`.execute(db)
  return rows
}

/** Proofs of before that cannot be printed. The first condition is the index's own: without it every proof there is would be read. */
function unprintable(db: Db) {
  return db
    .selectFrom('proof')
    .where(sql<boolean>`printable is distinct from true`)
    .where('printable', '=', false)
}

/** What is printed on proofs of before that cannot be printed. */
export function listUnprintable(db: Db) {
  return unprintable(db).select('snapshot').limit(1000).execute()
}

/** Proofs that wait, and proofs of before that cannot be printed. */
export async function countKeptBack(db: Db): Promise<number> {
  const waiting = await countOf(db.selectFrom('proofWaiting'))
  return waiting + (await countOf(unprintable(db)))
}
