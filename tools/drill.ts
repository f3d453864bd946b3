import { parseArgs } from 'node:util'
import { findMissingPackages } from './drill/programs.ts'
import { runDrill } from './drill/run.ts'
import { ensurePagesBuilt } from './portal/build.ts'

const help = `usage: npm run drill [-- --times 5] [--only <parts of names>] [--other <folder>]
kills each part of a portal with several hosts under load, and counts what people lose (docs/operations/drill.md)

  --times   how often each part fails
  --only    faults whose name contains one of these: --only primary,pooler
  --other   a checkout of another version, built, to roll back to`

try {
  const { values } = parseArgs({
    options: {
      times: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
      other: { type: 'string', default: '.' },
    },
  })
  const times = Number(values.times)
  if (!Number.isInteger(times) || times < 1) throw new Error(help)
  if (process.platform !== 'linux') throw new Error('the drill runs on Linux alone')
  const missing = findMissingPackages()
  if (missing.length > 0) throw new Error(`these Debian packages are missing: apt-get install ${missing.join(' ')}`)
  await ensurePagesBuilt()
  const reached = await runDrill({ times, only: values.only, other: values.other })
  process.exit(reached ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof Error && error.cause) console.error(error.cause)
  // After a failure simulated people may still wait for an answer.
  process.exit(1)
}
