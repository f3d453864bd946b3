import { readEnv } from '../server/src/platform/env.ts'
import { StartError } from '../server/src/platform/errors.ts'
import { rotateMacKey } from '../server/src/platform/mac-keys.ts'
import { rotateProofKey } from '../server/src/platform/proof-keys.ts'

/**
 * `npm run keys:rotate -- proof|mac`: signs with a new key from now on; old signatures stay valid
 * (docs/operations/keys.md).
 */
try {
  const { keysDir } = readEnv()
  const kind = process.argv[2] ?? 'proof'
  if (kind === 'proof') {
    const { before, now } = await rotateProofKey(keysDir)
    console.log(`new proofs are signed with ${now}; ${before} only verifies`)
  } else if (kind === 'mac') {
    const { before, now } = await rotateMacKey(keysDir)
    console.log(`links, codes and sealed secrets are made with ${now}`)
    console.log(`${before} verifies for 30 days, and opens what it has sealed`)
  } else throw new StartError(`say which key: proof or mac, not "${kind}"`)
  console.log('running processes follow within five seconds; back KEYS_DIR up anew')
} catch (error) {
  console.error(error instanceof StartError ? error.message : (error as Error).stack)
  process.exitCode = 1
}
