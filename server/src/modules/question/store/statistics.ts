import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { isNotPostponed } from '../../../platform/db/sweep-failures.ts'

/** sittings of one transaction at most */
export const batch = 500

/** answers that were being taken when the time for it ran out */
const underWaySeconds = 60

/**
 * Sums are counted, and begun anew, one after the other until the transaction ends: whoever counts has seen the answers as they are.
 * Taken before a question's row, as a batch does whose sums begin with it.
 */
export async function lockSums(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('question sums', 0))`.execute(tx)
}

/** When a sitting's answers are final: what the server handed in at the bell waits for answers sealed on the device. */
const isFinal = (
  sealedSeconds: number,
) => sql`(submitted_by <> 'DEADLINE' or deadline < (select app_now())
  - interval '1 second' * ${sealedSeconds + underWaySeconds} - exam_given_back(attempt.id, deadline))`

/** Sittings to be counted, `batch` at most; what the job failed at waits for its next try. */
export async function listUncounted(
  db: Db,
  { job, sealedSeconds }: { job: string; sealedSeconds: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select due.attempt_id as id from question_stat_due due join attempt on attempt.id = due.attempt_id
    where ${isFinal(sealedSeconds)} and ${isNotPostponed(job, sql`due.attempt_id`)} limit ${batch}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Adds sittings handed in to the sums, each once; one that is void by then is left out. What the server handed in at the bell waits for as
 * long as answers sealed on the device may still take its place (`sealedSeconds`). Right is what the paper's mark said: exactly the
 * right letters. By a regrade it is what the regrade made right; a question that was given to all or struck says nothing. Nor does a paper
 * that asked a question with another answer or other options than it has by now. The caller holds the sums (lockSums).
 * @returns how many were taken
 */
export async function countAttempts(
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

/** All sums of a course begin anew, and its sittings are counted again: some have another result by now. The caller holds the sums. */
export async function recountCourse(tx: Tx, courseId: string): Promise<void> {
  await sql`
    delete from question_stat using question
    where question.id = question_stat.question_id and question.course_id = ${courseId}`.execute(tx)
  await sql`
    insert into question_stat_due
    select attempt.id from exam_paper join attempt on attempt.id = exam_paper.id and attempt.submitted_at is not null
    where exam_paper.course_id = ${courseId} order by attempt.id
    on conflict do nothing`.execute(tx)
}

/** They begin anew: what was counted was right and wrong by another answer. */
export async function forgetSums(tx: Tx, questionId: string): Promise<void> {
  await tx.deleteFrom('questionStat').where('questionId', '=', questionId).execute()
}
