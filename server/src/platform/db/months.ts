import type pg from 'pg'
import { inTurn } from './one-at-a-time.ts'

/** A table whose partitions each hold the numbers of a month, which `sequence` gives (decision 109). */
export interface MonthlyTable {
  table: string
  sequence: string
  /** The table that a foreign key of the rows refers to. */
  parent?: string
}

export const heartbeatMonths: MonthlyTable = { table: 'study_beat', sequence: 'play_session_no' }
export const answerMonths: MonthlyTable = { table: 'answer_log', sequence: 'answer_log_no', parent: 'attempt' }

/** The numbers of a month are those of `yymm` times this. */
export const numbersOfMonth = 1_000_000_000_000

/** Waiting for a lock stops writers behind it, so the job gives up soon and tries again in a minute. */
const lockMs = 300
const parentLockMs = 1500

/**
 * Makes the partition of this month, then lets the sequence go on with its numbers. In this order a number never lacks
 * its partition, also when the job comes late; the month then begins late. A clock that was set back changes nothing.
 */
export async function beginMonth(pool: pg.Pool, monthly: MonthlyTable): Promise<void> {
  const { sequence } = monthly
  const { rows } = await pool.query<{ month: number; last: number }>(
    `select to_char(app_now() at time zone 'Asia/Shanghai', 'YYMM')::int as month, last_value as last from ${sequence}`,
  )
  const [{ month, last } = { month: 0, last: 0 }] = rows
  const first = month * numbersOfMonth
  // A backup may have read the sequence after the month began, and the partitions before.
  const standing = Math.floor(last / numbersOfMonth)
  if (standing > 0) await makePartition(pool, monthly, standing)
  // Numbers of JavaScript are exact up to the year 2089.
  if (last >= first || first > Number.MAX_SAFE_INTEGER) return
  await makePartition(pool, monthly, month)
  // Numbers are given outside transactions, so the partition is committed before.
  await exclusively(pool, (client) =>
    client.query(`select setval('${sequence}', ${first}, false) from ${sequence} where last_value < ${first}`),
  )
}

/** Attaching, unlike creating a partition in place, stops no writer. @param month `yymm` */
export function makePartition(pool: pg.Pool, { table, parent }: MonthlyTable, month: number): Promise<void> {
  const name = `${table}_${month}`
  return exclusively(pool, async (client) => {
    const { rows } = await client.query<{ is: boolean }>(`select to_regclass('${name}') is not null as is`)
    if (rows[0]?.is) return
    // The foreign key needs a lock for which autovacuum gives way only after a second. This one blocks no writer.
    if (parent)
      await client.query(
        `set local lock_timeout = ${parentLockMs}; lock table ${parent} in share update exclusive mode`,
      )
    await client.query(`set local lock_timeout = ${lockMs};
      create table ${name} (like ${table} including defaults including constraints);
      alter table ${table} attach partition ${name} for values
        from (${month * numbersOfMonth}) to (${(month + 1) * numbersOfMonth})`)
  })
}

export interface ClosedPartition {
  name: string
  /** As `yymm`; 0 stands for all numbers from before there were months. */
  month: number
  /** Its numbers are from `first` up to, but not including, `end`. */
  first: number
  end: number
  refusesRows: boolean
}

/** Lists the partitions whose numbers the sequence gives no more, the oldest first. */
export async function listClosedPartitions(
  pool: pg.Pool,
  { table, sequence }: MonthlyTable,
): Promise<ClosedPartition[]> {
  const { rows } = await pool.query<{ name: string; last: number; refusesRows: boolean }>(`
    select relname as name, last_value as last, exists (
      select from pg_constraint where conrelid = inhrelid and conname = relname || '_closed') as "refusesRows"
    from pg_inherits join pg_class on pg_class.oid = inhrelid, ${sequence}
    where inhparent = '${table}'::regclass and relname ~ '^${table}_(first|[0-9]{4})$'`)
  return rows
    .map(({ name, last, refusesRows }) => {
      const month = name.endsWith('_first') ? 0 : Number(name.slice(-4))
      return { name, month, first: month * numbersOfMonth, end: (month + 1) * numbersOfMonth, last, refusesRows }
    })
    .filter(({ end, last }) => end <= last)
    .map(({ last, ...partition }) => partition)
    .sort((a, b) => a.month - b.month)
}

/** From here on a new row is refused. The constraint is not validated, so the rows that are there are not read. */
export function refuseNewRows(pool: pg.Pool, { name }: ClosedPartition): Promise<void> {
  return exclusively(pool, async (client) => {
    const { rows } = await client.query<{ is: boolean }>(
      `select exists (select from pg_constraint where conrelid = '${name}'::regclass and conname = '${name}_closed') as is`,
    )
    if (rows[0]?.is) return
    await client.query(`set local lock_timeout = ${lockMs};
      alter table ${name} add constraint ${name}_closed check (false) not valid`)
  })
}

/** Gives up soon while somebody reads the partition, such as a backup. Writers of other months are not stopped. */
export function emptyPartition(pool: pg.Pool, { name }: ClosedPartition): Promise<void> {
  return exclusively(pool, (client) => client.query(`set local lock_timeout = ${lockMs}; truncate only ${name}`))
}

async function exclusively(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect()
  try {
    await inTurn(client, 'months', () => work(client))
  } finally {
    client.release()
  }
}
