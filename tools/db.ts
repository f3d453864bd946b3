import { StartError } from '../server/src/platform/errors.ts'
import { migrateDatabase, seedDatabase } from './database/local-database.ts'
import { writeSchemaAndTypes } from './database/schema.ts'

/** `npm run db:migrate | db:schema | db:seed`. */
const jobs: Record<string, () => Promise<void>> = {
  migrate: migrateDatabase,
  schema: writeSchemaAndTypes,
  seed: seedDatabase,
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
