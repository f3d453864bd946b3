import { verifyAll } from '../server/src/modules/file/service/verify.ts'
import { withDeps } from './database/here.ts'

/** `npm run files:verify`: looks whether every file that the database names has its content; exit code 1 and the files when one has not. */
await withDeps(async (deps) => {
  const { count, missing } = await verifyAll(deps)
  for (const { id, purpose, name, size, storedSize } of missing)
    console.log(`${id}  ${purpose}  ${name}: ${storedSize ?? 'nothing'} instead of ${size} bytes`)
  console.log(`${count} files, ${missing.length} without their content`)
  if (missing.length > 0) process.exitCode = 1
})
