import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { parseDecimal } from '@ce/contract/decimal'
import { foldPhone } from '@ce/contract/fold-text'
import { subjectNames } from '@ce/contract/hours-names'
import { recordPublicHours } from '../server/src/modules/credits/certification_grant/service/record.ts'
import { findStudentByAccount } from '../server/src/modules/student/service/person.ts'
import { StartError } from '../server/src/platform/errors.ts'
import { runWithDeps } from './database/local-database.ts'
import { toCommandError } from './database/refuse-portal-database.ts'

const usage =
  'usage: npm run hours:record -- --account <phone or ID; - asks for it> --year 2026 --hours 30 --title <name> --reference <certificate no> --by <who enters it>'

/**
 * `npm run hours:record`: records public hours (公需科目) studied elsewhere. Other users of the machine can read the
 * arguments of a process, so `--account -` asks for the account.
 */
await runWithDeps(async (deps) => {
  const record = readArguments()
  if (record.account === '-') record.account = await askForAccount()
  const student = await findStudentByAccount(deps.db, foldPhone(record.account))
  if (!student) throw new StartError('no such account')
  const whose = `${student.name}, ${student.phoneMasked}`
  try {
    const added = await recordPublicHours(deps, record)
    console.log(
      added
        ? `recorded ${record.hours} hours of ${subjectNames.PUBLIC} for ${record.year}: ${whose}`
        : `this reference was recorded before, nothing is written: ${whose}`,
    )
  } catch (error) {
    throw toCommandError(error)
  }
})

async function askForAccount(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question('phone or ID: ')).trim()
  } finally {
    terminal.close()
  }
}

function readArguments() {
  const text = { type: 'string' } as const
  const { account, year, hours, title, reference, by } = parsed()
  if (!account || !year || !hours || !title || !reference || !by) throw new StartError(usage)
  return {
    account,
    year: parseDecimal(year),
    hours: parseDecimal(hours),
    title,
    reference,
    actor: `staff:${by}`,
  }

  function parsed() {
    const options = {
      account: text,
      year: text,
      hours: text,
      title: text,
      reference: text,
      by: text,
    }
    try {
      return parseArgs({ options }).values
    } catch {
      throw new StartError(usage)
    }
  }
}
