import { printStep, runStep } from './step.ts'
import type { TestTally } from './tally.ts'

/** Runs the checks that need no database. */
export async function runCheck(): Promise<TestTally> {
  // Two type checks run at once on two cores, so each gets one checker.
  const types = ['node_modules/typescript/bin/tsc', '--checkers', '1', '-p']
  const parts: readonly [string, string[]][] = [
    ['format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']],
    ['types of server and tools', [...types, 'tsconfig.node.json']],
    ['types of the pages', [...types, 'tsconfig.web.json']],
    ['structure', ['tools/structure/run.ts']],
  ]
  console.log(`checking ${parts.map(([name]) => name).join(', ')}, side by side …`)
  const results = await Promise.all(
    parts.map(async ([name, words]) => {
      const result = await runStep(name, words)
      printStep(result)
      return result.ok
    }),
  )
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}
