import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { categories, categoryOf } from '@ce/contract'
import {
  checkPath,
  importPath,
  type PathImport,
} from '../server/src/modules/poster_import/service.ts'
import { systemAuthor } from '../server/src/platform/audit.ts'
import { errorCode } from '../server/src/platform/error-code.ts'
import { shanghaiDay } from '../server/src/platform/shanghai-day.ts'
import { StartError } from '../server/src/platform/start-error.ts'
import { withDeps } from './database/here.ts'
import { refused } from './database/refused.ts'

const usage = `usage: npm run posters:import -- <folder | zip | document> [--category <name>] [--publish] [--dry-run]
categories: ${categories.map(({ name }) => name).join(' ')}`

type Row = Awaited<ReturnType<typeof importPath>>[number]

/** `npm run posters:import`: Markdown and HTML → items (docs/import.md). Again with the same: nothing twice. */
await withDeps(async (deps) => {
  const { dryRun, ...input } = readArguments()
  try {
    const rows = dryRun ? await checkPath(deps, input) : await importPath(deps, systemAuthor, input)
    for (const row of rows) console.log(lineOf(row))
    console.log(totals(rows, dryRun))
  } catch (error) {
    throw told(error, input.path)
  }
})

function readArguments(): PathImport & { dryRun: boolean } {
  const { values, positionals } = parsed()
  const [path, ...more] = positionals
  if (!path || more.length > 0) throw new StartError(usage)
  const category = values.category === undefined ? null : categoryOf(values.category)
  if (category === undefined) throw new StartError(usage)
  const { publish = false, 'dry-run': dryRun = false } = values
  // npm changes to the project's folder and says where it was called
  const from = process.env.INIT_CWD ?? process.cwd()
  return { path: resolve(from, path), categoryId: category?.id ?? null, publish, dryRun }
}

function parsed() {
  const flag = { type: 'boolean' } as const
  const options = { category: { type: 'string' }, publish: flag, 'dry-run': flag } as const
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch {
    throw new StartError(usage)
  }
}

function lineOf(row: Row): string {
  const category = categories.find(({ id }) => id === row.categoryId)?.name ?? '–'
  const day = row.publishedAt ? shanghaiDay(new Date(row.publishedAt)) : '–'
  const law = row.articles > 0 ? `${row.chapters} chapters, ${row.articles} articles` : ''
  const about = [`${row.characters} characters`, law].filter(Boolean).join(', ')
  // as the console says them, in Chinese
  const { remains } = row
  const follow = remains?.gone
    ? [`已清理：引导关注、点赞或转发的内容（${remains.words.length} 处）`]
    : []
  const problems = [...row.problems, ...follow].map((problem) => `\n       noted: ${problem}`)
  return `${row.action.padEnd(6)} ${category.padEnd(15)} ${day.padEnd(10)} ${row.title}\n       ${row.path}: ${about}${problems.join('')}`
}

function totals(rows: Row[], dryRun: boolean): string {
  const count = (action: string) => rows.filter((row) => row.action === action).length
  const made = dryRun ? 'would be created' : 'created'
  return `${rows.length} documents: ${count('CREATE')} ${made}, ${count('SAME')} already there, ${count('REFUSE')} refused`
}

function told(error: unknown, path: string): unknown {
  return errorCode(error) === 'ENOENT' ? new StartError(`${path} does not exist`) : refused(error)
}
