import { parseMap } from './map.ts'
import { readPackages } from './packages.ts'
import { checkCalls } from './rules/calls.ts'
import { checkCircles } from './rules/circles.ts'
import { checkClocks } from './rules/clocks.ts'
import { checkDocPaths } from './rules/doc-paths.ts'
import { checkImports } from './rules/imports.ts'
import { checkLocks } from './rules/locks.ts'
import { checkModules } from './rules/modules.ts'
import { checkNames } from './rules/names.ts'
import { checkOpenApi } from './rules/openapi.ts'
import { checkTables } from './rules/tables.ts'
import { checkText } from './rules/text.ts'
import { readTree } from './tree.ts'

/** The structure check of `npm run check`: house.md's rules, each in a file of its own. */
const [tree, packages] = await Promise.all([readTree(), readPackages()])
const map = parseMap(tree.texts.get('docs/map.md') ?? '')
const findings = await Promise.all([
  checkImports(tree, map, packages),
  checkCircles(tree, packages),
  checkModules(tree, map),
  checkTables(tree, map),
  checkLocks(tree),
  checkNames(tree),
  checkText(tree),
  checkCalls(tree),
  checkClocks(tree),
  checkDocPaths(tree),
  checkOpenApi().catch((error: Error) => [`contract/src/openapi.ts: ${error.message}`]),
])
for (const problem of findings.flat()) console.log(problem)
if (findings.flat().length > 0) {
  console.log(`${findings.flat().length} problems; the rules are in docs/map.md`)
  process.exitCode = 1
}
