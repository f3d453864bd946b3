import { buildPages, ensurePagesBuilt } from './portal/build.ts'

/** `npm run build`: the pages, whether they changed or not; with `--if-needed` only when they did. */
const build = process.argv[2] === '--if-needed' ? ensurePagesBuilt : () => buildPages()
await build().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
