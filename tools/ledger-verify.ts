import { verifyChains } from '../server/src/modules/hours/service.ts'
import { withDeps } from './database/here.ts'

/** `npm run ledger:verify`: walks every hash chain; exit code 1 and the places when one breaks. */
await withDeps(async ({ db }) => {
  const { students, entries, breaks } = await verifyChains(db)
  for (const line of breaks) console.log(line)
  console.log(`${students} chains, ${entries} entries, ${breaks.length} breaks`)
  if (breaks.length > 0) process.exitCode = 1
})
