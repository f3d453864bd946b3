import type pg from 'pg'
import { writeUnlessReadOnly } from '../db/connection-lost.ts'
import { refuse } from '../errors.ts'

export interface UnacceptedText {
  kind: 'AGREEMENT' | 'PRIVACY'
  version: string
}

interface Row extends UnacceptedText {
  token_hash: Buffer
  /** The last day on which the student may continue without accepting. */
  grace_until: string | null
}

const findSql = `
  select session.token_hash, text.kind, text.version, text.grace_until::text
  from session, lateral unaccepted_texts(session.student_id, app_now()) text
  where session.token_hash = any($1::bytea[])
  order by text.kind`

const keepSql = `
  update session set accepted_texts = array(select id from texts_in_force(shanghai_date(app_now())))
  where token_hash in (
    select token_hash from session where token_hash = any($1::bytea[]) for update skip locked)
  and not exists (select from unaccepted_texts(session.student_id, app_now()))`

/** A session that has accepted all texts is not checked again until a new text comes into force. */
export async function findUnacceptedTexts(pool: pg.Pool, hashes: Buffer[]): Promise<Map<string, UnacceptedText[]>> {
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

/** @throws Refusal student.agreementRequired with the versions to accept. */
export function requireTextsAccepted({ unaccepted }: { unaccepted?: readonly UnacceptedText[] | undefined }): void {
  if (unaccepted) refuse('student.agreementRequired', { texts: unaccepted })
}
