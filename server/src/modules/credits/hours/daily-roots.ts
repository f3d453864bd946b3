import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { sealedChainId } from '../../learning/study/service.ts'

export interface DailyRoot {
  /** The day of Asia/Shanghai as YYYY-MM-DD. */
  day: string
  /** `heads` counts the chains, `entries` all their entries. */
  heads: number
  entries: number
  root: string
  at: Date
}

export async function hasDailyRootToday(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('hoursRoot')
    .select('day')
    .where('day', '=', sql<string>`(select shanghai_date(app_now()))`)
    .executeTakeFirst()
  return row !== undefined
}

/** Only one process builds a root at a time; credits and reads continue. */
export async function lockDailyRoots(tx: Tx): Promise<void> {
  await sql`lock table hours_node in share row exclusive mode`.execute(tx)
}

/**
 * Inserts one leaf for each chain that changed since its last leaf, from one snapshot. One chain is that of the sealed
 * months.
 * @returns the changed places of the tree
 */
export async function insertLedgerLeaves(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    with last as (select coalesce(max(place), -1) as place from hours_leaf),
    moved as (
      select head.student_id, head.seq, head.hash, known.place
      from (
        select student_id, seq, hash from hours_head
        union all (select ${sealedChainId}::uuid, no, hash from sealed_month order by no desc limit 1)) head
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

/** Hashes pairs of nodes; a single last node moves up unchanged. @returns the changed places of the next level */
export async function buildTreeLevel(tx: Tx, level: number, places: number[]): Promise<number[]> {
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

export async function countLedgerLeaves(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from hours_node where level = 0`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Counts the chains of students. A ledger without entries has the hash of empty input as `root`. */
export async function insertDailyRoot(tx: Tx): Promise<void> {
  await sql`
    insert into hours_root (day, heads, entries, root, tree)
    select shanghai_date(app_now()), count(*), coalesce(sum(seq), 0),
      coalesce((select hash from hours_node order by level desc limit 1), sha256('')), true
    from (
      select distinct on (student_id) seq from hours_leaf where student_id <> ${sealedChainId}::uuid
      order by student_id, day desc) newest`.execute(tx)
}

const seal = sql<DailyRoot>`day::text, heads, entries::int, encode(root, 'hex') as root, at`

export async function listDailyRoots(
  db: Db,
  page: { offset: number; limit: number },
): Promise<{ seals: DailyRoot[]; total: number }> {
  const { rows } = await sql<DailyRoot>`
    select ${seal} from hours_root where tree order by day desc offset ${page.offset} limit ${page.limit}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from hours_root where tree`.execute(db)
  return { seals: rows, total: counted[0]?.total ?? 0 }
}

export async function listDailyRootsAfter(db: Db, day: string | null, limit: number): Promise<DailyRoot[]> {
  const { rows } = await sql<DailyRoot>`
    select ${seal} from hours_root where tree and day > coalesce(${day}::date, '-infinity') order by day limit ${limit}`.execute(
    db,
  )
  return rows
}

/** All hashes are hex strings. */
export interface LedgerInclusion {
  seal: DailyRoot
  place: number
  seq: number
  head: string
  path: { side: 'LEFT' | 'RIGHT'; hash: string }[]
}

/**
 * Reads the tree and its root in one statement, so that they belong together. Returns undefined when no root covers the
 * student.
 */
export async function findLedgerInclusion(db: Db, studentId: string): Promise<LedgerInclusion | undefined> {
  const { rows } = await sql<Omit<LedgerInclusion, 'seal'> & DailyRoot>`
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

export async function listHashedEntryTexts(db: Db, studentId: string, upTo: number) {
  const { rows } = await sql<{ seq: number; text: string }>`
    select seq, hours_text(entry) as text from hours_ledger entry
    where student_id = ${studentId} and seq <= ${upTo} order by seq`.execute(db)
  return rows
}

export interface LedgerLeaf {
  studentId: string
  day: string
  place: number
  seq: number
  /** Hex. */
  head: string
}

/** Lists the leaves that the tree of the given day has, in batches after another day and place. */
export async function listNewestLeaves(db: Db, upTo: string, after: { day: string; place: number }, limit: number) {
  const { rows } = await sql<LedgerLeaf>`
    select student_id, day::text, place, seq, encode(head, 'hex') as head from hours_leaf leaf
    where (day, place) > (${after.day}::date, ${after.place}) and day <= ${upTo}::date and not exists (
      select from hours_leaf newer
      where newer.student_id = leaf.student_id and newer.day > leaf.day and newer.day <= ${upTo}::date)
    order by day, place limit ${limit}`.execute(db)
  return rows
}

/** Lists leaves after the given day and place, with the ledger's hash of the same entry number. Hashes are hex. */
export async function listLedgerLeaves(db: Db, after: { day: string; place: number }, limit: number) {
  const { rows } = await sql<LedgerLeaf & { written: string | null }>`
    select student_id, day::text, place, seq, encode(head, 'hex') as head, (
        select encode(hash, 'hex') from hours_ledger entry
        where entry.student_id = hours_leaf.student_id and entry.seq = hours_leaf.seq
        union all select encode(hash, 'hex') from sealed_month
        where hours_leaf.student_id = ${sealedChainId}::uuid and no = hours_leaf.seq) as written
    from hours_leaf where (day, place) > (${after.day}::date, ${after.place}) order by day, place limit ${limit}`.execute(
    db,
  )
  return rows
}
