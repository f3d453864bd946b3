import { verifyAnswerLogs } from '../server/src/modules/exam/service.ts'
import { verifyChains, verifySeals } from '../server/src/modules/hours/service.ts'
import { withDeps } from './database/here.ts'

/** `npm run ledger:verify`: walks every hash chain, of hours and of answers, and every day's tree; exit code 1 and the places when one breaks. */
await withDeps(async (deps) => {
  const hours = await verifyChains(deps.db)
  const seals = await verifySeals(deps.db)
  const answers = await verifyAnswerLogs(deps)
  const breaks = [...hours.breaks, ...seals.breaks, ...answers.breaks]
  for (const line of breaks) console.log(line)
  console.log(`${hours.students} chains, ${hours.entries} entries, ${hours.breaks.length} breaks`)
  console.log(`${seals.days} days sealed, ${seals.breaks.length} breaks`)
  console.log(
    `${answers.attempts} answer logs, ${answers.entries} entries, ${answers.breaks.length} breaks`,
  )
  if (breaks.length > 0) process.exitCode = 1
})
