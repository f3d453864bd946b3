import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../platform/db/database.ts'
import type { Answers } from '../grade.ts'
import { toAnswers } from './attempts.ts'

/**
 * The exam's hot statement, for many attempts at once: checks seq, state and clock, merges the answers and chains
 * the log in one round trip and one commit. An attempt without a row failed a check, and nothing of it was written. The rows are
 * locked in the order of their ids before they are written: whichever way they are found, batches never wait for each other in a circle.
 * `num_nulls` and not `is null`: else the index of the running attempts is read, all of a full hall for each save (decision 030).
 * `others_heard_at`: a page other than the last was heard then (docs/exam-offline.md).
 * $1 attempts, each once; $2 seqs; $3 changed answers; $4 their content hashes; $5 grace in seconds; $6 the pages that save; $7 which choices they are
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
    returning attempt.id, asked.seq, asked.content_hash, asked.answers, asked.chosen, log_hash, deadline, now
  ),
  logged as (
    insert into answer_log (attempt_id, seq, kind, content_hash, answers, hash, at, chosen)
    select id, seq, 'SAVE', content_hash, answers::jsonb, log_hash, now, chosen::jsonb from saved
  )
  select id, deadline, now from saved`

/** By question, which choice of its device an answer is. */
export type Choices = Record<string, number>

export interface Save {
  attemptId: string
  seq: number
  answers: Answers
  contentHash: Buffer
  /** both are left out by the pages of before */
  page?: string | undefined
  chosen?: Choices | undefined
}

export interface Saved {
  deadline: Date
  now: Date
}

/** Durable when it resolves; by attempt. Missing: not the next seq, submitted, or overdue. */
export async function saveAnswers(
  pool: pg.Pool,
  saves: Save[],
  grace: number,
): Promise<Map<string, Saved>> {
  // one order for all processes, so that batches wait for each other rather than deadlock
  const rows = [...saves].sort((a, b) => (a.attemptId < b.attemptId ? -1 : 1))
  const saved = await pool.query<Saved & { id: string }>({
    name: 'exam-save',
    text: saveSql,
    values: [
      rows.map((row) => row.attemptId),
      rows.map((row) => row.seq),
      rows.map((row) => JSON.stringify(row.answers)),
      rows.map((row) => row.contentHash),
      grace,
      rows.map((row) => row.page ?? null),
      rows.map((row) => (row.chosen ? JSON.stringify(row.chosen) : null)),
    ],
  })
  return new Map(saved.rows.map(({ id, ...row }) => [id, row]))
}

/** What kind of entry has this number, the hash of what it said, and which choices that was: a repeat is told from a conflict by them. */
export async function findLogged(db: Db, attemptId: string, seq: number) {
  const logged = await db
    .selectFrom('answerLog')
    .select(['kind', 'contentHash', 'at', 'chosen'])
    .where('attemptId', '=', attemptId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return logged && { ...logged, chosen: toChoices(logged.chosen) }
}

/** Only `saveAnswers` writes it. */
function toChoices(value: unknown): Choices | null {
  return value as Choices | null
}

/** What was saved under a number, and which choices of its device those answers were; the pages of before do not say. */
export interface LoggedSave {
  seq: number
  at: Date
  answers: Answers
  chosen: Choices | null
}

/** The entries from one number to another, after those of before that answered the same questions; in their order. */
export async function listSaves(
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
    answers: toAnswers(answers),
    chosen: toChoices(chosen),
  }))
}

/** The whole log, in its order. */
export function listLog(db: Db, attemptId: string) {
  return listLogs(db, [attemptId])
}

/** The logs of these sittings, each in its order. */
export async function listLogs(db: Db, attemptIds: string[]) {
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
    answers: toAnswers(answers),
  }))
}

/** What each sitting says its log ends with, by id. */
export function listHeads(db: Db, after: string, limit: number) {
  return db
    .selectFrom('attempt')
    .select(['id', 'savedSeq', 'logHash', 'receipt'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}
