import type pg from 'pg'
import { refuse } from '../errors.ts'
import { writeUnlessReadOnly } from './session-tables.ts'

/** A legal text in force that a student has not accepted. */
export interface UnacceptedText {
  kind: 'AGREEMENT' | 'PRIVACY'
  version: string
}

interface Row extends UnacceptedText {
  token_hash: Buffer
  /** the last day on which its student may go on without it */
  grace_until: string | null
}

const findSql = `
  select session.token_hash, text.kind, text.version, text.grace_until::text
  from session, lateral unaccepted_texts(session.student_id, app_now()) text
  where session.token_hash = any($1::bytea[])
  order by text.kind`

/** one that another process is just writing is seen by that */
const keepSql = `
  update session set accepted_texts = array(select id from texts_in_force(shanghai_date(app_now())))
  where token_hash in (
    select token_hash from session where token_hash = any($1::bytea[]) for update skip locked)
  and not exists (select from unaccepted_texts(session.student_id, app_now()))`

/**
 * Of sessions that are not known to have accepted all texts in force: by the session's hash in hex, what keeps their students from going on.
 * Whoever has accepted all of them is not asked again until another text comes into force; who has days of grace is, and goes on.
 */
export async function findUnaccepted(
  pool: pg.Pool,
  hashes: Buffer[],
): Promise<Map<string, UnacceptedText[]>> {
  const texts = new Map<string, UnacceptedText[]>()
  if (hashes.length === 0) return texts
  const { rows } = await pool.query<Row>(findSql, [hashes])
  const bySession = Map.groupBy(rows, (row) => row.token_hash.toString('hex'))
  for (const [key, own] of bySession) {
    const due = own.filter((row) => row.grace_until === null)
    if (due.length > 0)
      texts.set(
        key,
        due.map(({ kind, version }) => ({ kind, version })),
      )
  }
  const accepted = hashes.filter((hash) => !bySession.has(hash.toString('hex')))
  if (accepted.length > 0) await writeUnlessReadOnly(pool, keepSql, accepted)
  return texts
}

/** @throws Refusal student.agreementRequired with the versions that are to be accepted */
export function requireAccepted({
  unaccepted,
}: {
  unaccepted?: readonly UnacceptedText[] | undefined
}): void {
  if (unaccepted) refuse('student.agreementRequired', { texts: unaccepted })
}
