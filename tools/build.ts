import { buildPages, ensurePagesBuilt } from './portal/build.ts'

/** `npm run build`: builds the pages; `--if-needed` skips unchanged sources. */
const build = process.argv[2] === '--if-needed' ? ensurePagesBuilt : () => buildPages()
await build().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
