import { readEnv } from '../server/src/platform/env.ts'
import { rotateProofKey } from '../server/src/platform/proof-keys.ts'
import { StartError } from '../server/src/platform/start-error.ts'

/** `npm run keys:rotate`: a new key signs proofs from now on; what the present one signed stays verifiable (docs/proof-format.md). */
try {
  const { before, now } = await rotateProofKey(readEnv().keysDir)
  console.log(`new proofs are signed with ${now}; ${before} only verifies`)
  console.log('running processes follow within five seconds; back KEYS_DIR up anew')
} catch (error) {
  console.error(error instanceof StartError ? error.message : (error as Error).stack)
  process.exitCode = 1
}
