import { writeFile } from 'node:fs/promises'
import { openApiDocument } from '@ce/contract/openapi'

/** Writes contract/openapi.json; `npm run check` says when it is out of date. */
const path = new URL('../contract/openapi.json', import.meta.url)
const document = openApiDocument()
await writeFile(path, `${JSON.stringify(document, null, 2)}\n`)
console.log(`contract/openapi.json: ${Object.keys(document.paths).length} paths`)
