import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Correction } from '../grade.ts'

/**
 * How the questions of these papers are marked since regrades were decided, by paper, the later ones last. Asked for under the sitting's lock: what is
 * decided afterwards finds the result and marks it anew. `select` keeps the plan: decision 030.
 */
export async function listCorrections(
  db: Db,
  paperIds: readonly string[],
): Promise<Map<string, Correction[]>> {
  if (paperIds.length === 0) return new Map()
  const { rows } = await sql<Correction & { paperId: string }>`
    select held.paper_id, regrade.question_id, regrade.kind, held.answer
    from exam_regrade_paper held join exam_regrade regrade on regrade.id = held.regrade_id
    where held.paper_id = any((select ${[...paperIds]}::uuid[])::uuid[])
    order by regrade.decided_at, regrade.id`.execute(db)
  const byPaper = Map.groupBy(rows, ({ paperId }) => paperId)
  return new Map(
    [...byPaper].map(([paperId, list]) => [paperId, list.map(({ paperId: _, ...one }) => one)]),
  )
}

/** The same of one paper. */
export async function correctionsOf(db: Db, paperId: string): Promise<Correction[]> {
  return (await listCorrections(db, [paperId])).get(paperId) ?? []
}
