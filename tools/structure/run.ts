import { platformTables, serverAreas } from './areas.ts'
import { buildLayout } from './layout.ts'
import { readWorkspacePackages } from './packages.ts'
import { importRooms } from './rooms.ts'
import { checkAreas } from './rules/areas.ts'
import { checkCalls } from './rules/calls.ts'
import { checkCircles } from './rules/circles.ts'
import { checkCitations } from './rules/citations.ts'
import { checkClocks } from './rules/clocks.ts'
import { checkDocPaths } from './rules/doc-paths.ts'
import { checkDocs } from './rules/docs.ts'
import { checkGenerated } from './rules/generated.ts'
import { checkImports } from './rules/imports.ts'
import { checkLocks } from './rules/locks.ts'
import { checkMigrations } from './rules/migrations.ts'
import { checkFileNames } from './rules/names.ts'
import { checkReplicaReads } from './rules/replicas.ts'
import { checkTables } from './rules/tables.ts'
import { checkFileText } from './rules/text.ts'
import { readSourceTree } from './tree.ts'

const [tree, packages] = await Promise.all([readSourceTree(), readWorkspacePackages()])
const layout = buildLayout(importRooms, serverAreas, platformTables)
const findings = await Promise.all([
  checkImports(tree, layout, packages),
  checkCircles(tree, packages),
  checkAreas(tree, layout),
  checkTables(tree, layout),
  checkLocks(tree),
  checkMigrations(tree),
  checkReplicaReads(tree),
  checkFileNames(tree),
  checkFileText(tree),
  checkCalls(tree),
  checkClocks(tree),
  checkDocPaths(tree),
  checkDocs(tree),
  checkCitations(tree),
  checkGenerated().catch((error: Error) => [`a generated file cannot be made: ${error.message}`]),
])
for (const problem of findings.flat()) console.log(problem)
if (findings.flat().length > 0) {
  console.log(`${findings.flat().length} problems; tools/structure/rules says what each rule asks for`)
  process.exitCode = 1
}
