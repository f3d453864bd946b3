import { moveFiles } from '../server/src/modules/file/service/move-files.ts'
import { StartError } from '../server/src/platform/errors.ts'
import { openMovingStores } from '../server/src/platform/files/open-store.ts'
import { runWithDeps } from './database/local-database.ts'

/** `npm run files:move`: copies to the store that FILES_MOVING names; exits with 1 when a file could not be copied. */
await runWithDeps(async (deps) => {
  const stores = await openMovingStores(deps.env)
  if (!stores) throw new StartError('FILES_MOVING must say where to: docs/operations/files.md')
  const { moved, already, gone, missing, damaged } = await moveFiles(deps, stores, console.log)
  for (const id of missing) console.log(`${id}: its content is in neither store`)
  for (const id of damaged)
    console.log(`${id}: its content cannot be read or has another hash than its row, and was not copied`)
  console.log(
    `${moved} copied, ${already} were there, ${gone} deleted meanwhile, ${missing.length} missing, ${damaged.length} damaged`,
  )
  if (missing.length + damaged.length > 0) process.exitCode = 1
})
