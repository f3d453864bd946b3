import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import {
  decideRegrade,
  previewRegrade,
  proposeRegrade,
} from '../../src/modules/exam/service/regrade.ts'
import { submitAbandoned } from '../../src/modules/exam/service.ts'
import { addStaff } from '../../src/modules/staff/service.ts'
import { systemAuthor } from '../../src/platform/audit.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import type { StaffAtWork } from '../../src/platform/staff-calls.ts'
import type { Sitter } from './sitters.ts'

/** Ends every sitting one question short of a pass: 11 of 20 are right, and the question of the regrade is not among them. */
export async function endShortOfPass(deps: Deps, questionId: string): Promise<void> {
  await deps.pool.query(
    `update attempt set deadline = app_now() - interval '1 hour', answers = (
        select jsonb_object_agg(question ->> 'id', question -> 'answer') from (
          select question from exam_paper, jsonb_array_elements(paper -> 'questions') question
          where exam_paper.id = attempt.id and question ->> 'id' <> $1 limit 11) as given)`,
    [questionId],
  )
  await submitAbandoned(deps)
}

/** One proposes that everybody is given the question, another one decides. @returns how many papers it concerns */
export async function decideForAll(deps: Deps, questionId: string): Promise<number> {
  const [one, two] = [await makeStaff(deps, 'first.one'), await makeStaff(deps, 'second.one')]
  const id = randomUUID()
  const wanted = { questionId, kind: 'ALL' as const, losePass: false, page: 1, pageSize: 1 }
  // what is in use is held to be right
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
    addStaff(tx, systemAuthor, { ...person, roles: [], mustChangePassword: false }),
  )
  const { name } = person
  return { staffId, username, name, permissions: new Set(), tokenHash: '', ip: '127.0.0.1' }
}

/** How many papers are done. */
export async function countDone(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(
    'select count(*)::int as done from exam_regrade_paper where done_at is not null',
  )
  return rows[0]?.done
}

/** Sittings by what they have of the regrade: each thing is there once, or the list has another line. */
export async function countByTraces(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select count(*)::int as sittings, passed, score,
      (select count(*)::int from hours_ledger where source = 'COURSE' and source_id = attempt.id::text) as entries,
      (select count(*)::int from proof where proof.student_id = attempt.student_id) as proofs,
      (select count(*)::int from message where message.student_id = attempt.student_id and event like 'exam.regraded:%') as messages,
      (select count(*)::int from audit_log where action = 'exam.regraded' and subject = attempt.id::text) as audits
    from attempt group by 2, 3, 4, 5, 6, 7`)
  return rows
}

/** The question that every paper asks. */
export const sharedQuestion = (sitters: readonly Sitter[]) => sitters[0]?.questionIds[7] ?? ''
