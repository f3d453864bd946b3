import { parseArgs } from 'node:util'
import { recordPublicHours } from '../server/src/modules/certification_grant/service/record.ts'
import { Refusal, refusalAnswer } from '../server/src/platform/errors.ts'
import { StartError } from '../server/src/platform/start-error.ts'
import { withDeps } from './database/here.ts'

const usage =
  'usage: npm run hours:record -- --account <phone or ID> --year 2026 --hours 30 --title <name> --reference <certificate no> --by <who enters it>'

/** `npm run hours:record`: enters public hours (公需科目) studied elsewhere. The same reference counts once. */
await withDeps(async (deps) => {
  const record = readArguments()
  try {
    const added = await recordPublicHours(deps, record)
    console.log(
      added
        ? `recorded ${record.hours} hours for ${record.year}`
        : 'this reference was recorded before',
    )
  } catch (error) {
    if (error instanceof Refusal && error.key === 'common.notFound')
      throw new StartError(`no account ${record.account}`)
    if (error instanceof Refusal)
      throw new StartError(refusalAnswer(error.key, error.detail).body.msg)
    throw error
  }
})

function readArguments() {
  const text = { type: 'string' } as const
  const { account, year, hours, title, reference, by } = parsed()
  if (!account || !year || !hours || !title || !reference || !by) throw new StartError(usage)
  return {
    account,
    year: Number(year),
    hours: Number(hours),
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
