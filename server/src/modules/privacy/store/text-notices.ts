import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

export interface TextNews {
  id: string
  news: 'APPROVED' | 'WITHDRAWN'
  kind: 'AGREEMENT' | 'PRIVACY'
  version: string
  summary: string
  effectiveFrom: string
  /** its day has not come */
  coming: boolean
  /** the last day of grace; null: none */
  graceUntil: string | null
  withdrawReason: string
}

/** What everybody is still to be told: versions that two people approved and no newer one has replaced, and those withdrawn that somebody was told of. */
export async function listUntold(db: Db): Promise<TextNews[]> {
  const { rows } = await sql<TextNews>`
    select text.id::text, state as news, kind, version, summary, effective_from as "effectiveFrom",
      effective_from > shanghai_date((select app_now())) as coming,
      case when grace_days > 0 then effective_from + grace_days - 1 end as "graceUntil", withdraw_reason as "withdrawReason"
    from site_text text
    where (state = 'APPROVED' and decided_by <> 'system'
          and (effective_from > shanghai_date((select app_now())) or id in (select id from texts_in_force(shanghai_date((select app_now())))))
        or state = 'WITHDRAWN' and exists (select from text_notice where text_id = text.id and news = 'APPROVED'))
      and not exists (select from text_notice
        where text_id = text.id and text_notice.news = text.state and finished_at is not null)
    order by text.id`.execute(db)
  return rows
}

/** How far this was told, for whoever goes on alone; null: another process is at it, or it is finished, or no longer true. */
export async function takeNotice(
  tx: Tx,
  { id, news }: Pick<TextNews, 'id' | 'news'>,
): Promise<{ toldTo: string | null } | null> {
  await sql`insert into text_notice (text_id, news) values (${id}, ${news}) on conflict do nothing`.execute(
    tx,
  )
  const { rows } = await sql<{ toldTo: string | null }>`
    select told_to as "toldTo" from text_notice join site_text on site_text.id = text_id
    where text_id = ${id} and news = ${news} and state = ${news} and finished_at is null
    for update of text_notice skip locked`.execute(tx)
  return rows[0] ?? null
}

/**
 * The next accounts to be told, in the order of their ids: open ones that somebody uses. Who has accepted the version knows of it;
 * of a withdrawal only those hear who were told of it, or have accepted it.
 */
export async function nextToTell(
  tx: Tx,
  { id, news, kind, version }: TextNews,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const accepted = sql`exists (select from agreement
    where student_id = student.id and document = ${kind} and agreement.version = ${version} and way is not null)`
  const told = sql`exists (select from message where student_id = student.id and event = ${eventOf({ id, news: 'APPROVED' })})`
  const { rows } = await sql<{ id: string }>`
    select student.id from student
    where closed_at is null and first_signed_in_at is not null and (${after}::uuid is null or student.id > ${after}::uuid)
      and ${news === 'APPROVED' ? sql`not ${accepted}` : sql`(${told} or ${accepted})`}
    order by student.id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

/** What a student is told once. */
export function eventOf({ id, news }: Pick<TextNews, 'id' | 'news'>): string {
  return `text.${news.toLowerCase()}:${id}`
}

/** Notes how far it was told; `toldTo` null: to the end. */
export async function noteTold(
  tx: Tx,
  { id, news }: Pick<TextNews, 'id' | 'news'>,
  toldTo: string | null,
): Promise<void> {
  const set = toldTo ? { toldTo } : { finishedAt: sql<Date>`app_now()` }
  await tx
    .updateTable('textNotice')
    .set(set)
    .where('textId', '=', Number(id))
    .where('news', '=', news)
    .execute()
}
