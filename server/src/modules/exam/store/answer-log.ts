import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../platform/db/database.ts'
import { preparedQuery } from '../../../platform/db/prepared.ts'
import type { AnswersByQuestion } from '../grade.ts'
import { toAnswersByQuestion } from './attempts.ts'

/**
 * Saves many attempts in one statement and one commit; an attempt without a result row failed a check. Rows are locked
 * in id order, so batches cannot deadlock. `num_nulls` instead of `is null` avoids the index of running attempts
 * (decision 030). `others_heard_at` is set when another page was in touch (docs/exam-offline.md). $1 attempts, unique;
 * $2 seqs; $3 changed answers; $4 content hashes; $5 grace in seconds; $6 pages; $7 choices
 */
const saveSql = `
  with clock as (select app_now() as now),
  asked as (
    select * from unnest((select $1::uuid[]), $2::int[], $3::text[], $4::bytea[], $6::uuid[], $7::text[])
      as each (attempt_id, seq, answers, content_hash, page, chosen)
  ),
  held as (
    select id, seq, asked.answers, content_hash, page, chosen from asked, attempt, clock
    where id = attempt_id and saved_seq = seq - 1 and num_nulls(submitted_at) = 1
      and now <= deadline + interval '1 second' * $5
    order by id for no key update of attempt
  ),
  saved as (
    update attempt set saved_seq = asked.seq, answers = attempt.answers || asked.answers::jsonb,
      log_hash = sha256(attempt.log_hash || asked.content_hash), heard_at = now, heard_page = asked.page,
      others_heard_at = case when heard_page is distinct from asked.page then heard_at else others_heard_at end
    from held as asked, clock
    where attempt.id = asked.id
    returning attempt.id, log_no, asked.seq, asked.content_hash, asked.answers, asked.chosen, log_hash, deadline, now
  ),
  logged as (
    insert into answer_log (attempt_id, log_no, seq, kind, content_hash, answers, hash, at, chosen)
    select id, log_no, seq, 'SAVE', content_hash, answers::jsonb, log_hash, now, chosen::jsonb from saved
  )
  select id, deadline, now from saved`

/** Choice number of the device by question id. */
export type AnswerChoices = Record<string, number>

export interface AnswerSave {
  attemptId: string
  seq: number
  answers: AnswersByQuestion
  contentHash: Buffer
  page?: string | undefined
  chosen?: AnswerChoices | undefined
}

export interface SavedAnswers {
  deadline: Date
  now: Date
}

/**
 * The map lacks attempts that have ended or whose seq is not the next one. The answers are durable when the promise
 * resolves.
 */
export async function saveAnswers(
  pool: pg.Pool,
  saves: AnswerSave[],
  grace: number,
): Promise<Map<string, SavedAnswers>> {
  // All processes lock rows in one order, so batches wait instead of deadlocking.
  const rows = [...saves].sort((a, b) => (a.attemptId < b.attemptId ? -1 : 1))
  const saved = await pool.query<SavedAnswers & { id: string }>(
    preparedQuery(saveSql, [
      rows.map((row) => row.attemptId),
      rows.map((row) => row.seq),
      rows.map((row) => JSON.stringify(row.answers)),
      rows.map((row) => row.contentHash),
      grace,
      rows.map((row) => row.page ?? null),
      rows.map((row) => (row.chosen ? JSON.stringify(row.chosen) : null)),
    ]),
  )
  return new Map(saved.rows.map(({ id, ...row }) => [id, row]))
}

/** Finds the stored entry with this number, which shows whether a request is an identical repeat or a conflict. */
export async function findLogEntry(db: Db, attemptId: string, seq: number) {
  const logged = await db
    .selectFrom('answerLog')
    .select(['kind', 'contentHash', 'at', 'chosen'])
    .where('attemptId', '=', attemptId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return logged && { ...logged, chosen: toChoices(logged.chosen) }
}

function toChoices(value: unknown): AnswerChoices | null {
  return value as AnswerChoices | null
}

export interface LoggedSave {
  seq: number
  at: Date
  answers: AnswersByQuestion
  chosen: AnswerChoices | null
}

export async function listLoggedSaves(
  db: Db,
  attemptId: string,
  { from, to }: { from: number; to: number },
): Promise<LoggedSave[]> {
  const { rows } = await sql<{ seq: number; at: Date; answers: unknown; chosen: unknown }>`
    select seq, at, answers, chosen from answer_log
    where attempt_id = ${attemptId} and seq <= ${to} and (seq >= ${from} or answers ?| array(
      select jsonb_object_keys(answers) from answer_log where attempt_id = ${attemptId} and seq between ${from} and ${to}))
    order by seq`.execute(db)
  return rows.map(({ seq, at, answers, chosen }) => ({
    ...{ seq, at },
    answers: toAnswersByQuestion(answers),
    chosen: toChoices(chosen),
  }))
}

export function listLogEntries(db: Db, attemptId: string) {
  return listLogEntriesOfAttempts(db, [attemptId])
}

export async function listLogEntriesOfAttempts(db: Db, attemptIds: string[]) {
  const rows = await db
    .selectFrom('answerLog')
    .select(['attemptId', 'seq', 'kind', 'answers', 'contentHash', 'hash', 'at'])
    .where('attemptId', '=', sql<string>`any(${attemptIds}::uuid[])`)
    .orderBy('attemptId')
    .orderBy('seq')
    .execute()
  return rows.map(({ kind, answers, ...row }) => ({
    ...row,
    kind: kind as 'SAVE' | 'SUBMIT',
    answers: toAnswersByQuestion(answers),
  }))
}

/** Lists the last hash stored in each attempt. */
export function listAnswerLogHeads(db: Db, after: string, limit: number) {
  return db
    .selectFrom('attempt')
    .select(['id', 'savedSeq', 'logHash', 'receipt'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}
