import { readFile, writeFile } from 'node:fs/promises'
import { openApiDocument } from '@ce/contract/openapi'
import { generateFieldLimitFiles } from '../contract/src/form-limits.ts'
import { replaceNotificationTable } from './structure/notified-table.ts'

/**
 * Writes the files generated from the contract: contract/openapi.json, the form limits and the table in
 * docs/messages.md. `npm run check` and tests report when they are out of date.
 */
const path = new URL('../contract/openapi.json', import.meta.url)
const document = openApiDocument()
await writeFile(path, `${JSON.stringify(document, null, 2)}\n`)
console.log(`contract/openapi.json: ${Object.keys(document.paths).length} paths`)
for (const [file, text] of generateFieldLimitFiles()) {
  await writeFile(new URL(`../${file}`, import.meta.url), text)
  console.log(`${file}: the limits of forms`)
}
const page = new URL('../docs/messages.md', import.meta.url)
await writeFile(page, replaceNotificationTable(await readFile(page, 'utf8')))
console.log('docs/messages.md: who is told of which audit action')
