import { buildPortal } from './portal/build.ts'

/** `npm run build`: the pages, whether they changed or not. */
await buildPortal().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
