import { printStep, runStep } from './step.ts'
import type { Tally } from './tally.ts'

/** Format, lint, types and structure, side by side. No database, seconds. */
export async function runCheck(): Promise<Tally> {
  const tsc = 'node_modules/typescript/bin/tsc'
  const results = await Promise.all(
    [
      runStep('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
      runStep('types of server and tools', [tsc, '-p', 'tsconfig.node.json']),
      runStep('types of the pages', [tsc, '-p', 'tsconfig.web.json']),
      runStep('structure', ['tools/structure/run.ts']),
    ].map(async (step) => {
      const result = await step
      printStep(result)
      return result.ok
    }),
  )
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}
