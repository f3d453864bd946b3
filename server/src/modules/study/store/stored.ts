import type pg from 'pg'
import { arrayOf } from './array.ts'

export interface StoredKey {
  sessionNo: number
  seq: number
}

/** A stored beat: its content, and the answer it got. */
export interface StoredBeat extends StoredKey {
  event: string
  position: number
  intervals: string
  answeredPresenceId: string | null
  credited: number
  furthest: number
  lessonDone: boolean
  courseDone: boolean
  presence: { id: string; dueAt: Date; answerBy: Date } | null
  at: Date
}

const storedSql = `
  select beat.* from unnest($1::bigint[], $2::int[]) as asked (no, seq)
  join study_beat beat on beat.session_no = asked.no and beat.seq = asked.seq`

/** The beats with these keys, as far as there are any. */
export async function readStored(pool: pg.Pool, keys: StoredKey[]): Promise<StoredBeat[]> {
  const values = [arrayOf(keys, ({ sessionNo }) => sessionNo), arrayOf(keys, ({ seq }) => seq)]
  const { rows } = await pool.query({ name: 'study stored', text: storedSql, values })
  return rows.map((row) => ({
    sessionNo: row.session_no,
    seq: row.seq,
    event: row.event,
    position: row.position_ds,
    intervals: row.intervals,
    answeredPresenceId: row.answered_presence_id,
    credited: row.credited_ds,
    furthest: row.furthest_ds,
    lessonDone: row.lesson_done,
    courseDone: row.course_done,
    presence:
      row.presence_id === null
        ? null
        : {
            id: row.presence_id,
            dueAt: row.presence_due_at,
            answerBy: row.presence_answer_by,
          },
    at: row.at,
  }))
}

const undoneSql = `
  select chosen.id, lesson.id as lesson_id from sign_course chosen
  join lesson on lesson.version_id = chosen.course_version_id
  left join lesson_progress progress on progress.sign_course_id = chosen.id
    and progress.lesson_id = lesson.id and progress.round = chosen.round
  where chosen.id = any((select $1::uuid[])::uuid[]) and progress.done_at is null`

/** The lessons still to be done, by sign course, before what is being judged is written. */
export async function readUndone(
  pool: pg.Pool,
  signCourseIds: string[],
): Promise<Map<string, Set<string>>> {
  const values = [arrayOf(signCourseIds, (id) => id)]
  const { rows } = await pool.query<{ id: string; lesson_id: string }>({
    name: 'study undone',
    text: undoneSql,
    values,
  })
  const undone = new Map(signCourseIds.map((id) => [id, new Set<string>()]))
  for (const row of rows) undone.get(row.id)?.add(row.lesson_id)
  return undone
}
