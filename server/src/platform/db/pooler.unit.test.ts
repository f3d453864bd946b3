import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { timeLimitsOf, workloads } from './pools.ts'

it.each(workloads)('the settings of PgBouncer in the docs give %s its time limits', (workload) => {
  const page = readFileSync(new URL('../../../../docs/operations/scale.md', import.meta.url), 'utf8')
  const line = page.split('\n').find((one) => one.startsWith(`portal_${workload} =`))
  const limits = Object.entries(timeLimitsOf(workload)).map(([name, ms]) => `set ${name} = ${ms}`)
  expect(line).toContain(`connect_query='${limits.join('; ')}'`)
})
