import { ensurePagesBuilt } from './portal/build.ts'

/** `npm run bench heartbeat` and its like: what the portal does in a second, against a bare node:http in the same run. */
try {
  await ensurePagesBuilt()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import('../bench/run.ts')
