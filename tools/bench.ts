import { ensurePagesBuilt } from './portal/build.ts'

/** `npm run bench`: compares the portal with bare node:http. */
try {
  await ensurePagesBuilt()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import('../bench/run.ts')
