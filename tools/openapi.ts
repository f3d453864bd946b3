import { readFile, writeFile } from 'node:fs/promises'
import { openApiDocument } from '@ce/contract/openapi'
import { learnerLimitsFile } from '../contract/src/learner-limits.ts'
import { withTable } from './structure/told-table.ts'

/** Writes what is made of the contract: contract/openapi.json, the limits of learners' forms and the table of docs/messages.md; `npm run check` and tests say when they are out of date. */
const path = new URL('../contract/openapi.json', import.meta.url)
const document = openApiDocument()
await writeFile(path, `${JSON.stringify(document, null, 2)}\n`)
console.log(`contract/openapi.json: ${Object.keys(document.paths).length} paths`)
await writeFile(
  new URL('../contract/src/rules/learner-limits.ts', import.meta.url),
  learnerLimitsFile(),
)
console.log("contract/src/rules/learner-limits.ts: the limits of learners' forms")
const page = new URL('../docs/messages.md', import.meta.url)
await writeFile(page, withTable(await readFile(page, 'utf8')))
console.log('docs/messages.md: who is told of which audit action')
