import { clientBase } from '@ce/contract'
import { cleanHtml } from '../server/src/modules/content/poster/service/clean-html.ts'
import { addPoster } from '../server/src/modules/content/poster/service/save.ts'
import { systemAuthor } from '../server/src/platform/audit.ts'
import { inTransaction } from '../server/src/platform/db/database.ts'
import { createSeededRandom, generateArticle, rareWord } from './harness/articles.ts'
import { type BenchPortal, startBenchPortal } from './harness/portal.ts'

const items = Number(process.env.BENCH_ITEMS ?? 10_000)
const rounds = 200
const categories = [1, 2, 27, 28, 29, 31, 33, 35, 38, 39]

const queries: [what: string, path: string, keyword: string][] = [
  ['1 character, everywhere', 'search', '药'],
  ['1 character, seldom', 'search', '鬯'],
  ['2 characters, everywhere', 'search', '药品'],
  ['2 characters, seldom', 'search', '腥草'],
  ['2 characters, by topic', 'search', '晶型'],
  ['4 characters, everywhere', 'search', '执业药师'],
  ['4 characters, by topic', 'search', '透皮贴剂'],
  ['6 characters, seldom', 'search', rareWord],
  ['three words', 'search', '处方 胰岛素 冷链'],
  ['nothing to find', 'search', '航天飞机发射场'],
  ['in one category', 'posters_list?categoryId=28', '药学服务'],
  ['a list, no keyword', 'posters_list?categoryId=28', ''],
]

/** Measures each query 200 times on 10,000 generated items. */
export async function measureSearch(): Promise<void> {
  const portal = await startBenchPortal()
  try {
    const began = performance.now()
    await addItems(portal)
    await portal.deps.pool.query('analyze poster, poster_search, poster_revision')
    await report(portal, (performance.now() - began) / 1000)
  } finally {
    await portal.close()
  }
}

async function addItems({ deps: { db } }: BenchPortal): Promise<void> {
  const random = createSeededRandom(7)
  const now = Date.now()
  const add = async (from: number) => {
    await inTransaction(db, async (tx) => {
      for (let no = from; no < Math.min(items, from + 100); no += 1) {
        const categoryId = categories[no % categories.length] ?? 28
        const publishAt = new Date(now - no * 3_600_000)
        const content = contentOf(random, no)
        const clean = cleanHtml(content.bodyHtml)
        await addPoster(tx, systemAuthor, { categoryId, publishAt, content, clean })
      }
    })
  }
  for (let from = 0; from < items; from += 200) await Promise.all([add(from), add(from + 100)])
}

function contentOf(random: () => number, no: number) {
  const files = { coverFileId: null, videoFileId: null, captionsFileId: null, attachments: [] }
  return { ...generateArticle(random, no), ...files, titleCode: 0, source: '', author: '' }
}

async function report(portal: BenchPortal, madeIn: number): Promise<void> {
  const { rows } = await portal.deps.pool.query<Record<string, string>>(`select
    round(avg(char_length(content))) as length,
    pg_size_pretty(pg_total_relation_size('poster_search')) as search,
    pg_size_pretty(pg_relation_size('poster_search_grams')) as grams from poster_search`)
  const { length, search, grams } = rows[0] ?? {}
  console.log(
    `search over ${items} items of ${length} characters on average, made in ${madeIn.toFixed(0)} s; ` +
      `poster_search ${search}, of which the gram index ${grams}`,
  )
  console.log('                            found    p50 ms   p99 ms')
  for (const [what, path, keyword] of queries) await measure(portal.origin, what, path, keyword)
  await printScans(portal)
}

async function measure(origin: string, what: string, path: string, keyword: string) {
  const sign = path.includes('?') ? '&' : '?'
  const query = keyword ? `${sign}keyword=${encodeURIComponent(keyword)}` : ''
  const url = `${origin}${clientBase}/first_page/v1/${path}${query}`
  const times: number[] = []
  let total = 0
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    const response = await fetch(url)
    const { code, data } = (await response.json()) as { code: number; data: { total: number } }
    times.push(performance.now() - began)
    if (code !== 1) throw new Error(`${what} was refused`)
    total = data.total
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1).padStart(8)
  console.log(`  ${what.padEnd(24)} ${String(total).padStart(6)} ${at(0.5)} ${at(0.99)}`)
}

async function printScans({ deps: { pool } }: BenchPortal): Promise<void> {
  const { rows } = await pool.query<{ indexed: number; read: number }>(`select
    (select idx_scan from pg_stat_user_indexes where indexrelname = 'poster_search_grams') as indexed,
    (select seq_scan from pg_stat_user_tables where relname = 'poster_search') as read`)
  console.log(`  the gram index was asked ${rows[0]?.indexed} times, all texts were read ${rows[0]?.read} times`)
}
