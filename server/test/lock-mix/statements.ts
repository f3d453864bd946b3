import type pg from 'pg'
import { errorCodeOf } from '../../src/platform/error-code.ts'

export interface RecordedStatements {
  texts: Map<string, { text: string; parameters: number }>
  deadlocks: number
}

interface Asked {
  text: string
  values?: unknown[]
}

/** Call `recordStatements` before the first statement. */
export function recordStatements(pool: pg.Pool, into: RecordedStatements): void {
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...words: unknown[]) => unknown
    Object.assign(client, {
      query: (...words: unknown[]) => {
        const asked = askedOf(words)
        if (asked) into.texts.set(asked.text, { text: asked.text, parameters: asked.values?.length ?? 0 })
        const look = (error: unknown) => {
          if (errorCodeOf(error) === '40P01') into.deadlocks += 1
        }
        const told = words.at(-1)
        if (typeof told === 'function')
          return send(...words.slice(0, -1), (error: unknown, result: unknown) => {
            look(error)
            told(error, result)
          })
        const answer = send(...words)
        if (answer instanceof Promise) answer.catch(look)
        return answer
      },
    })
  })
}

function askedOf([first, second]: unknown[]): Asked | undefined {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  if (typeof first !== 'object' || first === null || !('text' in first)) return undefined
  const { text } = first
  if (typeof text !== 'string') return undefined
  const given = 'values' in first && Array.isArray(first.values) ? first.values : undefined
  return { text, values: given ?? (Array.isArray(second) ? second : []) }
}

const planned = /^\s*(with|select|insert|update|delete|merge)\b/i

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

/** Checks generic plans with EXPLAIN; it does not run the statements. */
export async function findFullTableReads(
  client: pg.ClientBase,
  texts: RecordedStatements['texts'],
  rowsOfLarge: number,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string; rows: string }>(
    `select relname as name, (xpath('/row/c/text()', query_to_xml(
       format('select count(*) as c from %I', relname), false, true, '')))[1]::text as rows
     from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  )
  const large = new Set(rows.filter((table) => Number(table.rows) >= rowsOfLarge).map(({ name }) => name))
  await client.query('set plan_cache_mode = force_generic_plan')
  const found: string[] = []
  for (const { text, parameters } of texts.values()) {
    if (!planned.test(text)) continue
    await client.query(`prepare looked as ${text}`)
    const nulls = Array.from({ length: parameters }, () => 'null').join(', ')
    const { rows: plans } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (format json) execute looked${parameters > 0 ? `(${nulls})` : ''}`,
    )
    await client.query('deallocate looked')
    for (const table of wholeReads(plans[0]?.['QUERY PLAN'][0]?.Plan))
      if (large.has(table)) found.push(`${table}: ${text.replaceAll(/\s+/g, ' ').trim()}`)
  }
  await client.query('reset plan_cache_mode')
  return found
}

function wholeReads(plan: Plan | undefined): string[] {
  if (!plan) return []
  const own = plan['Node Type'] === 'Seq Scan' ? (plan['Relation Name'] ?? '') : ''
  return [...(own ? [own] : []), ...(plan.Plans ?? []).flatMap(wholeReads)]
}
