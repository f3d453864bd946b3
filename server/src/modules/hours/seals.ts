import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** A sealed day. */
export interface Seal {
  /** YYYY-MM-DD in Shanghai */
  day: string
  /** chains, and entries in all of them */
  heads: number
  entries: number
  /** hex */
  root: string
  at: Date
}

/** Whether today's Shanghai day has its public root. */
export async function isSealed(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('hoursRoot')
    .select('day')
    .where('day', '=', sql<string>`(select shanghai_date(app_now()))`)
    .executeTakeFirst()
  return row !== undefined
}

/** One process at a time until the transaction ends; heads go on moving, paths go on being read. */
export async function lockSeals(tx: Tx): Promise<void> {
  await sql`lock table hours_node in share row exclusive mode`.execute(tx)
}

/** Notes today's head of every chain that moved since it was last sealed, at one moment. @returns their places */
export async function insertLeaves(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    with last as (select coalesce(max(place), -1) as place from hours_leaf),
    moved as (
      select head.student_id, head.seq, head.hash, known.place from hours_head head
      left join lateral (
        select place, seq from hours_leaf where student_id = head.student_id order by day desc limit 1) known on true
      where head.seq > coalesce(known.seq, 0)
    ),
    fresh as (
      select student_id, (select place from last) + row_number() over (order by student_id) as place
      from moved where place is null
    ),
    leaf as (
      insert into hours_leaf (student_id, day, place, seq, head)
      select student_id, shanghai_date(app_now()), coalesce(moved.place, fresh.place), seq, hash
      from moved left join fresh using (student_id)
      -- its foreign key holds the accounts, in this order
      order by student_id
      returning student_id, place, seq, head
    )
    insert into hours_node (level, place, hash)
    select 0, place,
      sha256('\\x00'::bytea || convert_to(student_id || '|' || seq || '|' || encode(head, 'hex'), 'UTF8'))
    from leaf
    order by place
    on conflict (level, place) do update set hash = excluded.hash
    returning place`.execute(tx)
  return rows.map(({ place }) => place)
}

/**
 * Works out what stands above some nodes of a level: two in one hash, or one alone carried up as it is.
 * @returns the places above
 */
export async function raise(tx: Tx, level: number, places: number[]): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    insert into hours_node (level, place, hash)
    select ${level + 1}, above.place, case when right_one.hash is null then left_one.hash
      else sha256('\\x01'::bytea || left_one.hash || right_one.hash) end
    from (select distinct each / 2 as place from unnest(${places}::int[]) as each) above
    join hours_node left_one on left_one.level = ${level} and left_one.place = above.place * 2
    left join hours_node right_one on right_one.level = ${level} and right_one.place = above.place * 2 + 1
    order by above.place
    on conflict (level, place) do update set hash = excluded.hash
    returning place`.execute(tx)
  return rows.map(({ place }) => place)
}

/** One per chain that was ever sealed. */
export async function countLeaves(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from hours_node where level = 0`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Closes the day over its leaves: `root` is the tree's top, or the hash of nothing while no hour was ever credited. */
export async function insertSeal(tx: Tx): Promise<void> {
  await sql`
    insert into hours_root (day, heads, entries, root, tree)
    select shanghai_date(app_now()), count(*), coalesce(sum(seq), 0),
      coalesce((select hash from hours_node order by level desc limit 1), sha256('')), true
    from (select distinct on (student_id) seq from hours_leaf order by student_id, day desc) newest`.execute(
    tx,
  )
}

const seal = sql<Seal>`day::text, heads, entries::int, encode(root, 'hex') as root, at`

/** Days sealed by a tree, the newest first. */
export async function listSeals(
  db: Db,
  page: { offset: number; limit: number },
): Promise<{ seals: Seal[]; total: number }> {
  const { rows } = await sql<Seal>`
    select ${seal} from hours_root where tree order by day desc offset ${page.offset} limit ${page.limit}`.execute(
    db,
  )
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from hours_root where tree`.execute(db)
  return { seals: rows, total: counted[0]?.total ?? 0 }
}

/** How a chain stands in the newest tree. Hashes are hex. */
export interface Inclusion {
  seal: Seal
  place: number
  seq: number
  head: string
  /** the neighbours on the way up */
  path: { side: 'LEFT' | 'RIGHT'; hash: string }[]
}

/** One statement, so that tree and root are of one moment. Undefined: no entry of theirs is sealed yet. */
export async function findInclusion(db: Db, studentId: string): Promise<Inclusion | undefined> {
  const { rows } = await sql<Omit<Inclusion, 'seal'> & Seal>`
    with leaf as (
      select place, seq, head from hours_leaf where student_id = ${studentId} order by day desc limit 1
    )
    select ${seal}, place, seq, encode(head, 'hex') as head, (
        select coalesce(json_agg(json_build_object(
          'side', case when (leaf.place >> level) % 2 = 1 then 'LEFT' else 'RIGHT' end,
          'hash', encode(hash, 'hex')) order by level), '[]')
        from hours_node node where node.place = (leaf.place >> level) # 1
      ) as path
    from leaf, (select * from hours_root where tree order by day desc limit 1) newest`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { day, heads, entries, root, at, ...rest } = row
  return { ...rest, seal: { day, heads, entries, root, at } }
}

/** The texts of a chain's first entries as they were hashed, in order. */
export async function listTexts(db: Db, studentId: string, upTo: number) {
  const { rows } = await sql<{ seq: number; text: string }>`
    select seq, hours_text(entry) as text from hours_ledger entry
    where student_id = ${studentId} and seq <= ${upTo} order by seq`.execute(db)
  return rows
}

/** Leaves after one, in the order of days and places, each with what the ledger has at its number. Hashes are hex. */
export async function listLeaves(db: Db, after: { day: string; place: number }, limit: number) {
  const { rows } = await sql<{
    studentId: string
    day: string
    place: number
    seq: number
    head: string
    written: string | null
  }>`
    select student_id, day::text, place, seq, encode(head, 'hex') as head, (
        select encode(hash, 'hex') from hours_ledger entry
        where entry.student_id = hours_leaf.student_id and entry.seq = hours_leaf.seq) as written
    from hours_leaf where (day, place) > (${after.day}::date, ${after.place}) order by day, place limit ${limit}`.execute(
    db,
  )
  return rows
}
