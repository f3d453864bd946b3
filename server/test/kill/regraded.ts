import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { submitOverdueAttempts } from '../../src/modules/exam/service/finish.ts'
import { decideRegrade, previewRegrade, proposeRegrade } from '../../src/modules/exam/service/regrade.ts'
import { insertStaffAccount } from '../../src/modules/office/staff/service/accounts.ts'
import { systemAuthor } from '../../src/platform/audit.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import type { StaffAtWork } from '../../src/platform/staff-calls.ts'
import type { ExamWriter } from './candidates.ts'

/** Ends attempts with 11 of 20 answers right and the question to be regraded answered wrong. */
export async function endAttemptsShortOfPass(deps: Deps, questionId: string): Promise<void> {
  await deps.pool.query(
    `update attempt set deadline = app_now() - interval '1 hour', answers = (
        select jsonb_object_agg(question ->> 'id', question -> 'answer') from (
          select question from exam_paper, jsonb_array_elements(paper -> 'questions') question
          where exam_paper.id = attempt.id and question ->> 'id' <> $1 limit 11) as given)`,
    [questionId],
  )
  await submitOverdueAttempts(deps)
}

/** @returns the number of affected papers */
export async function decideRegradeForAll(deps: Deps, questionId: string): Promise<number> {
  const [one, two] = [await makeStaff(deps, 'first.one'), await makeStaff(deps, 'second.one')]
  const id = randomUUID()
  const wanted = { questionId, kind: 'ALL' as const, losePass: false, page: 1, pageSize: 1 }
  // A regrade cannot credit all papers while the question is enabled, so disable the question first.
  await deps.pool.query('update question set enabled = false where id = $1', [questionId])
  const { preview, counts } = await previewRegrade(deps, wanted)
  const said = { id, questionId, kind: wanted.kind, reason: '该题超出大纲', preview }
  await proposeRegrade(deps, one, said)
  await decideRegrade(deps, two, { id, approve: true, note: '' })
  return counts.papers
}

async function makeStaff({ db }: Deps, username: string): Promise<StaffAtWork> {
  const person = { username, name: '测试职员', passwordHash: 'nobody signs in' }
  const staffId = await inTransaction(db, (tx) =>
    insertStaffAccount(tx, systemAuthor, { ...person, roles: [], mustChangePassword: false }),
  )
  const { name } = person
  return { staffId, username, name, permissions: new Set(), tokenHash: '', ip: '127.0.0.1' }
}

export async function countRegradedPapers(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query('select count(*)::int as done from exam_regrade_paper where done_at is not null')
  return rows[0]?.done
}

/** Groups attempts by their results. The list has one row if every attempt has the same number of each result. */
export async function groupAttemptsByResults(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select count(*)::int as sittings, passed, score,
      (select count(*)::int from hours_ledger where source = 'COURSE' and source_id = attempt.id::text) as entries,
      (select count(*)::int from proof where proof.student_id = attempt.student_id) as proofs,
      (select count(*)::int from message where message.student_id = attempt.student_id and event like 'exam.regraded:%') as messages,
      (select count(*)::int from audit_log where action = 'exam.regraded' and subject = attempt.id::text) as audits
    from attempt group by 2, 3, 4, 5, 6, 7`)
  return rows
}

export const sharedQuestionIdOf = (sitters: readonly ExamWriter[]) => sitters[0]?.questionIds[7] ?? ''
