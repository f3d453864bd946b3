import { readFile } from 'node:fs/promises'

/** The committed OpenAPI document is the one the contract makes today. */
export async function checkOpenApi(): Promise<string[]> {
  const { openApiDocument } = await import('@ce/contract/openapi')
  const committed = await readFile('contract/openapi.json', 'utf8').catch(() => '')
  const current = JSON.stringify(openApiDocument())
  const same = committed !== '' && JSON.stringify(JSON.parse(committed)) === current
  return same ? [] : ['contract/openapi.json is not current: run npm run openapi']
}
