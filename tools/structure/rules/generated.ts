import { readFile } from 'node:fs/promises'
import { listMigrationFiles } from '../../../server/src/platform/db/migrate.ts'
import { renderLicencesPage } from '../licences.ts'

/** Files that are made of others and committed are those that would be made today. */
export async function checkGenerated(): Promise<string[]> {
  const { openApiDocument } = await import('@ce/contract/openapi')
  const { generateFieldLimitFiles: limitsFiles } = await import('../../../contract/src/form-limits.ts')
  const committed = await read('contract/openapi.json')
  const isSame = committed !== '' && JSON.stringify(JSON.parse(committed)) === JSON.stringify(openApiDocument())
  const licences = 'docs/third-party-licences.md'
  const shown = (await read('server/schema/rows.sql')).match(/\('\d{3}-[^)]+\)/g) ?? []
  const migrations = (await listMigrationFiles()).map((file) => `('${file.name}', '${file.checksum}')`)
  return [
    ...(shown.join() === migrations.join() ? [] : ['server/schema is not current: run npm run db:schema']),
    ...(isSame ? [] : ['contract/openapi.json is not current: run npm run openapi']),
    ...(await checkTexts(limitsFiles(), 'openapi')),
    ...(await checkTexts([[licences, renderLicencesPage(await read('package-lock.json'))]], 'licences')),
  ]
}

const read = (path: string) => readFile(path, 'utf8').catch(() => '')

async function checkTexts(files: [path: string, text: string][], command: string) {
  const checked = files.map(async ([path, text]) =>
    (await read(path)) === text ? [] : [`${path} is not current: run npm run ${command}`],
  )
  return (await Promise.all(checked)).flat()
}
