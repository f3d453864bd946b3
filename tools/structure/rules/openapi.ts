import { readFile } from 'node:fs/promises'

/** The committed OpenAPI document and limits of forms are those that the contract makes today. */
export async function checkOpenApi(): Promise<string[]> {
  const { openApiDocument } = await import('@ce/contract/openapi')
  const committed = await readFile('contract/openapi.json', 'utf8').catch(() => '')
  const current = JSON.stringify(openApiDocument())
  const same = committed !== '' && JSON.stringify(JSON.parse(committed)) === current
  const { learnerLimitsFile } = await import('../../../contract/src/learner-limits.ts')
  const limits = 'contract/src/rules/learner-limits.ts'
  const sameLimits = (await readFile(limits, 'utf8').catch(() => '')) === learnerLimitsFile()
  return [
    ...(same ? [] : ['contract/openapi.json is not current: run npm run openapi']),
    ...(sameLimits ? [] : [`${limits} is not current: run npm run openapi`]),
  ]
}
