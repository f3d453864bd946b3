import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/db/database.ts'
import { isNotPostponedSql } from '../../../../platform/db/sweep-failures.ts'

export const attemptsPerBatch = 500

/** Extra seconds for answers that were still on their way at the deadline. */
const underWaySeconds = 60

/**
 * Prevents two transactions from counting and resetting statistics at the same time. Take this lock before locking
 * question rows.
 */
export async function lockQuestionSums(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('question sums', 0))`.execute(tx)
}

/**
 * True when the result can no longer change: for some time after the deadline, an offline submission can replace the
 * automatic submission.
 */
const isFinal = (sealedSeconds: number) => sql`(submitted_by <> 'DEADLINE' or deadline < (select app_now())
  - interval '1 second' * ${sealedSeconds + underWaySeconds} - exam_given_back(attempt.id, deadline))`

/** Leaves out an exam attempt whose counting failed, until the job may try it again. */
export async function listUncountedAttempts(
  db: Db,
  { job, sealedSeconds }: { job: string; sealedSeconds: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select due.attempt_id as id from question_stat_due due join attempt on attempt.id = due.attempt_id
    where ${isFinal(sealedSeconds)} and ${isNotPostponedSql(job, sql`due.attempt_id`)} limit ${attemptsPerBatch}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Skips void attempts, struck or changed questions, and automatic submissions younger than `sealedSeconds`. The caller
 * holds `lockQuestionSums`. @returns the number of counted attempts
 */
export async function addAttemptsToQuestionSums(
  tx: Tx,
  attemptIds: readonly string[],
  sealedSeconds: number,
): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with chosen as (
      select due.attempt_id from question_stat_due due join attempt on attempt.id = due.attempt_id
      where due.attempt_id = any(${[...attemptIds]}::uuid[]) and ${isFinal(sealedSeconds)}
      for update of due skip locked
    ), fresh as (
      delete from question_stat_due due using chosen
      where due.attempt_id = chosen.attempt_id
      returning due.attempt_id
    ), asked as (
      select question.id as question_id,
        attempt.score * 1000 / attempt.total_points as score,
        coalesce((attempt.answers -> (asked.question ->> 'id')) @> marked.answer
          and marked.answer @> (attempt.answers -> (asked.question ->> 'id')), false) as is_right
      from fresh join attempt on attempt.id = fresh.attempt_id and attempt.voided_at is null
      join exam_paper on exam_paper.id = attempt.id
      cross join lateral jsonb_array_elements(exam_paper.paper -> 'questions') as asked (question)
      left join lateral (
        select regrade.kind, to_jsonb(held.answer) as answer
        from exam_regrade_paper held join exam_regrade regrade on regrade.id = held.regrade_id
        where held.paper_id = attempt.id and regrade.question_id = (asked.question ->> 'id')::uuid
        order by regrade.decided_at desc, regrade.id desc limit 1) regraded on true
      cross join lateral (select coalesce(regraded.answer, asked.question -> 'answer') as answer) marked
      join question on question.id = (asked.question ->> 'id')::uuid and question.type = asked.question ->> 'type'
        and regraded.kind is distinct from 'ALL' and regraded.kind is distinct from 'STRIKE'
        and (
          select array_agg((one ->> 'text', (one ->> 'id') = any(question.answer)) order by one ->> 'text')
          from jsonb_array_elements(question.options) as one
        ) = (
          select array_agg((one ->> 'text', marked.answer ? (one ->> 'id')) order by one ->> 'text')
          from jsonb_array_elements(asked.question -> 'options') as one
        )
    ), sums as (
      insert into question_stat as stat (question_id, answered, right_count, score_sum, score_square_sum, right_score_sum)
      select asked.question_id, count(*), count(*) filter (where is_right), sum(score), sum(score * score),
        coalesce(sum(score) filter (where is_right), 0)
      from asked
      group by asked.question_id
      order by asked.question_id
      on conflict (question_id) do update set answered = stat.answered + excluded.answered,
        right_count = stat.right_count + excluded.right_count, score_sum = stat.score_sum + excluded.score_sum,
        score_square_sum = stat.score_square_sum + excluded.score_square_sum,
        right_score_sum = stat.right_score_sum + excluded.right_score_sum
    )
    select count(*)::int as added from fresh`.execute(tx)
  return rows[0]?.added ?? 0
}

/** The caller holds `lockQuestionSums`. */
export async function resetCourseQuestionSums(tx: Tx, courseId: string): Promise<void> {
  await sql`
    delete from question_stat using question
    where question.id = question_stat.question_id and question.course_id = ${courseId}`.execute(tx)
  await sql`
    insert into question_stat_due
    select attempt.id from exam_paper join attempt on attempt.id = exam_paper.id and attempt.submitted_at is not null
    where exam_paper.course_id = ${courseId} order by attempt.id
    on conflict do nothing`.execute(tx)
}

/** Old counts are deleted, because they belong to the old right answer. */
export async function resetQuestionSums(tx: Tx, questionId: string): Promise<void> {
  await tx.deleteFrom('questionStat').where('questionId', '=', questionId).execute()
}
