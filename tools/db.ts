import { StartError } from '../server/src/platform/start-error.ts'
import { migrateNow, seedNow } from './database/here.ts'
import { writeTypes } from './database/types.ts'

/** `npm run db:migrate | db:types | db:seed`. */
const jobs: Record<string, () => Promise<void>> = {
  migrate: migrateNow,
  types: writeTypes,
  seed: seedNow,
}

const job = jobs[process.argv[2] ?? '']
if (!job) {
  console.error(`usage: npm run db:${Object.keys(jobs).join(' | db:')}`)
  process.exit(1)
}
await job().catch((error) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
