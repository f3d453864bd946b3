import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { countQueryRows } from '../../../platform/db/page.ts'
import { isNotPostponedSql } from '../../../platform/db/sweep-failures.ts'
import type { RenderedLetter } from './draw-letter.ts'

export async function listRenderedCharacters(db: Db, codePoints: readonly number[]) {
  if (codePoints.length === 0) return []
  return db
    .selectFrom('printLetter')
    .select(['codePoint', 'advance', 'outline', 'usedAt'])
    .where('codePoint', 'in', [...codePoints])
    .execute()
}

/** Protects the characters from removal. @returns the code points that are rendered */
export async function setLettersUsed(tx: Tx, codePoints: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ codePoint: number }>`
    with held as (
      select code_point from print_letter where code_point = any(${[...codePoints]}::int[])
      order by code_point for no key update)
    update print_letter set used_at = coalesce(used_at, app_now()) from held
    where print_letter.code_point = held.code_point returning print_letter.code_point`.execute(tx)
  return rows.map(({ codePoint }) => codePoint)
}

export async function listCoveredCodePoints(db: Db, codePoints: readonly number[]): Promise<number[]> {
  if (codePoints.length === 0) return []
  const { rows } = await sql<{ codePoint: number }>`
    select code_point from unnest(${[...codePoints]}::int[]) as asked (code_point)
    where exists (select from print_font where removed_at is null and letters @> code_point)`.execute(db)
  return rows.map(({ codePoint }) => codePoint)
}

export interface NewPrintFont {
  id: string
  fileId: string
  name: string
  face: number
  glyphs: number
  ranges: readonly (readonly [number, number])[]
  note: string
  staffId: string
}

/** Returns false if a font with this id or file exists already. */
export async function insertPrintFont(tx: Tx, { ranges, ...font }: NewPrintFont): Promise<boolean> {
  const letters = `{${ranges.map(([from, to]) => `[${from},${to}]`).join(',')}}`
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('printFont')
    .values({ ...font, letters: sql`${letters}::int4multirange` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Rendered characters are never replaced. @returns the new code points */
export async function insertRenderedLetters(
  tx: Tx,
  fontId: string,
  drawn: readonly RenderedLetter[],
): Promise<number[]> {
  const of = <Key extends keyof RenderedLetter>(key: Key) => drawn.map((one) => one[key])
  const { rows } = await sql<{ codePoint: number }>`
    insert into print_letter (code_point, font_id, advance, outline)
    select code_point, ${fontId}, advance, outline
    from unnest(${of('codePoint')}::int[], ${of('advance')}::int[], ${of('outline')}::text[])
      as given (code_point, advance, outline)
    order by code_point
    on conflict (code_point) do nothing returning code_point`.execute(tx)
  return rows.map(({ codePoint }) => codePoint)
}

/** Removes code points that the font claimed but could not render. */
export async function removeCoveredCodePoints(tx: Tx, id: string, codePoints: readonly number[]) {
  const ranges = `{${codePoints.map((codePoint) => `[${codePoint},${codePoint}]`).join(',')}}`
  await sql`update print_font set letters = letters - ${ranges}::int4multirange where id = ${id}`.execute(tx)
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
      sql<number>`(select coalesce(sum(upper(part) - lower(part)), 0)::int from unnest(letters) as part)`.as('more'),
      sql<number>`(select count(*)::int from print_letter where font_id = print_font.id)`.as('drawn'),
      sql<number>`(select count(used_at)::int from print_letter where font_id = print_font.id)`.as('used'),
    ])
}

export type PrintFontRow = Awaited<ReturnType<typeof listPrintFonts>>[number]

export function listPrintFonts(db: Db) {
  return fonts(db).orderBy('addedAt', 'desc').orderBy('printFont.id').execute()
}

export function findPrintFont(db: Db, id: string) {
  return fonts(db).where('printFont.id', '=', id).executeTakeFirst()
}

/** Serialises rendering with a font and its removal. */
export function lockPrintFont(tx: Tx, id: string) {
  return tx.selectFrom('printFont').select(['removedAt']).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export function listLettersOfFont(db: Db, fontId: string) {
  return db
    .selectFrom('printLetter')
    .select(['codePoint', 'advance', 'outline', 'drawnAt', 'usedAt'])
    .where('fontId', '=', fontId)
    .orderBy('codePoint')
    .execute()
}

/** Also deletes the characters of the font that no proof uses. */
export async function setPrintFontRemoved(tx: Tx, id: string, by: { staffId: string; reason: string }): Promise<void> {
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

/**
 * Each font with the first `most` letters that it claims to have. Leaves out a font that could not be read until its
 * next try.
 */
export function listFontsWithLetters(
  db: Db,
  job: string,
  { codePoints, most }: { codePoints: readonly number[]; most: number },
) {
  const asked = sql`unnest(${[...codePoints]}::int[]) with ordinality as asked (code_point, place) where letters @> code_point`
  return db
    .selectFrom('printFont')
    .select(['id', 'fileId', 'face', 'staffId'])
    .select(sql<number[]>`array(select code_point from ${asked} order by place limit ${most})`.as('wanted'))
    .where('removedAt', 'is', null)
    .where(sql<SqlBool>`exists (select from ${asked})`)
    .where(isNotPostponedSql(job, sql`print_font.id`))
    .orderBy('addedAt')
    .orderBy('id')
    .execute()
}

/** No province has as many rare names as this. */
const mostNames = 20_000

/** The condition must equal that of the partial index. */
export async function listRareNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from student where name ~ '[^一-鿿·A-Za-z ]' and closed_at is null limit ${mostNames}`.execute(db)
  return rows.map(({ name }) => name)
}

export async function listAwaitedLetters(db: Db) {
  const { rows } = await sql<{ codePoint: number; waiting: number; since: Date }>`
    select code_point, count(*)::int as waiting, min(since) as since
    from proof_waiting, unnest(code_points) as code_point group by code_point`.execute(db)
  return rows
}

/** Without the condition of the partial index PostgreSQL scans all proofs. */
function unprintable(db: Db) {
  return db.selectFrom('proof').where(sql<boolean>`printable is distinct from true`).where('printable', '=', false)
}

export function listUnprintableProofTexts(db: Db) {
  return unprintable(db).select('snapshot').limit(1000).execute()
}

export async function countBlockedProofs(db: Db): Promise<number> {
  const waiting = await countQueryRows(db.selectFrom('proofWaiting'))
  return waiting + (await countQueryRows(unprintable(db)))
}
