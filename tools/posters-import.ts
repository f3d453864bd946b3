import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { categories, categoryByName } from '@ce/contract'
import {
  checkImportFromPath,
  importFromPath,
  type PathImportInput,
} from '../server/src/modules/content/poster_import/service/import-package.ts'
import { systemAuthor } from '../server/src/platform/audit.ts'
import { errorCodeOf } from '../server/src/platform/error-code.ts'
import { StartError } from '../server/src/platform/errors.ts'
import { shanghaiDay } from '../server/src/platform/shanghai-day.ts'
import { runWithDeps } from './database/local-database.ts'
import { toCommandError } from './database/refuse-portal-database.ts'

const usage = `usage: npm run posters:import -- <folder | zip | document> [--category <name>] [--publish] [--dry-run]
categories: ${categories.map(({ name }) => name).join(' ')}`

type Row = Awaited<ReturnType<typeof importFromPath>>[number]

/** `npm run posters:import`: imports Markdown and HTML files as content items (docs/import.md). */
await runWithDeps(async (deps) => {
  const { dryRun, ...input } = readArguments()
  try {
    const rows = dryRun ? await checkImportFromPath(deps, input) : await importFromPath(deps, systemAuthor, input)
    for (const row of rows) console.log(lineOf(row))
    console.log(totals(rows, dryRun))
  } catch (error) {
    throw told(error, input.path)
  }
})

function readArguments(): PathImportInput & { dryRun: boolean } {
  const { values, positionals } = parsed()
  const [path, ...more] = positionals
  if (!path || more.length > 0) throw new StartError(usage)
  const category = values.category === undefined ? null : categoryByName(values.category)
  if (category === undefined) throw new StartError(usage)
  const { publish = false, 'dry-run': dryRun = false } = values
  // npm changes to the project's folder, but INIT_CWD names the folder in which it was called.
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
  // Problems of imported documents are printed in Chinese, as in the console.
  const { remains } = row
  const follow = remains?.gone ? [`已清理：引导关注、点赞或转发的内容（${remains.words.length} 处）`] : []
  const problems = [...row.problems, ...follow].map((problem) => `\n       noted: ${problem}`)
  return `${row.action.padEnd(6)} ${category.padEnd(15)} ${day.padEnd(10)} ${row.title}\n       ${row.path}: ${about}${problems.join('')}`
}

function totals(rows: Row[], dryRun: boolean): string {
  const count = (action: string) => rows.filter((row) => row.action === action).length
  const made = dryRun ? 'would be created' : 'created'
  return `${rows.length} documents: ${count('CREATE')} ${made}, ${count('SAME')} already there, ${count('REFUSE')} refused`
}

function told(error: unknown, path: string): unknown {
  return errorCodeOf(error) === 'ENOENT' ? new StartError(`${path} does not exist`) : toCommandError(error)
}
