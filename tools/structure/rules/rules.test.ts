import { expect, test } from 'vitest'
import type { Tree } from '../tree.ts'
import { registeredCalls } from './calls.ts'
import { checkCircles } from './circles.ts'
import { checkClocks } from './clocks.ts'
import { checkDocPaths, pathsNamed } from './doc-paths.ts'
import { checkNames } from './names.ts'
import { checkTables, writtenTables } from './tables.ts'
import { checkText } from './text.ts'

function treeOf(files: Record<string, string>): Tree {
  const paths = Object.keys(files).flatMap((path) =>
    path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/')),
  )
  return { paths: new Set(paths), texts: new Map(Object.entries(files)) }
}

test('pages read the clock of the device in one place', () => {
  const line = 'const left = until - Date.now()'
  const files = {
    'client/src/clock.ts': line,
    'client/src/x.test.ts': line,
    'server/src/x.ts': line,
    'apps/learner/src/x.tsx': `const at = new Date(until)\nconst year = new Date().getFullYear()`,
    'ui/src/x.ts': line,
  }
  expect(checkClocks(treeOf(files)).map((found) => found.split(': ')[0])).toEqual([
    'apps/learner/src/x.tsx:2',
    'ui/src/x.ts:1',
  ])
})

test('modules of the server take the time from the database, and days from Shanghai', () => {
  const files = {
    'server/src/modules/a/x.ts': 'const now = new Date()',
    'server/src/modules/a/x.test.ts': 'const now = new Date()',
    'server/src/modules/a/until.ts': 'const end = new Date(until)',
    'server/src/modules/file/service/tidy.ts': 'const now = Date.now()',
    'server/src/platform/x.ts': 'const year = at.getFullYear()',
    'server/src/modules/a/store.ts': 'select current_date',
    'contract/src/x.ts': 'at.toLocaleDateString()',
  }
  expect(checkClocks(treeOf(files)).map((found) => found.split(': ')[0])).toEqual([
    'contract/src/x.ts:1',
    'server/src/modules/a/store.ts:1',
    'server/src/modules/a/x.ts:1',
    'server/src/platform/x.ts:1',
  ])
})

test('calls are found registered, however they are abbreviated', () => {
  const routes = `
    const { upload } = clientCalls.file
    const calls = clientCalls.file
    route(app, workloads, upload, () => {})
    route(app, workloads, calls.one, () => {})
    route(
      app,
      workloads,
      clientCalls.file.two, () => {})
    rawRoute(app, workloads, calls.three, () => {})
    route(app, workloads, local, () => {})
    const { five } = staffCalls.file
    staffRoute(app, workloads, staffCalls.file.four, () => {})
    uploadStaffRoute(app, workloads, five, () => {})`
  expect(registeredCalls(routes, 'file')).toEqual(['upload', 'one', 'two', 'three'])
  expect(registeredCalls(routes, 'file', 'staffCalls')).toEqual(['four', 'five'])
})

test('paths in prose are checked, examples and placeholders are not promises', () => {
  const page =
    'See `tools/run.mjs`, `server/src/modules/<m>/routes.ts`, `npm test`, `a/b`.\n```\n`tools/no.ts`\n```\n'
  expect(pathsNamed(page)).toEqual(['tools/run.mjs', 'server/src/modules/*/routes.ts'])
  const tree = treeOf({
    'README.md': `${page} \`tools/gone.ts\` \`server/src/\``,
    'tools/run.mjs': '',
    'server/src/modules/a/routes.ts': '',
  })
  expect(checkDocPaths(tree)).toEqual(['README.md: names tools/gone.ts, which does not exist'])
})

test('a table is written by its own module only', () => {
  const sql = "db.insertInto('examConsent'); sql`update capture set x = 1`; db.selectFrom('plan')"
  expect(writtenTables(sql)).toEqual(['exam_consent', 'capture'])
  expect(writtenTables("insertOnce(tx, 'examAppeal', row)")).toEqual(['exam_appeal'])
  const migrations = {
    'server/migrations/1-a.sql': 'create table exam_consent (\ncreate table capture (',
    'server/migrations/2-b.sql': 'drop table exam_consent;',
  }
  const map = {
    rooms: [],
    modules: [{ name: 'exam', mayImport: [], tables: ['capture'] }],
    platformTables: [],
  }
  const at = (module: string) =>
    treeOf({ ...migrations, [`server/src/modules/${module}/store.ts`]: sql })
  expect(checkTables(at('exam'), map)).toEqual([])
  expect(checkTables(at('study'), map)).toEqual([
    'server/src/modules/study/store.ts: writes capture, which belongs to exam',
  ])
  expect(checkTables(at('exam'), { ...map, modules: [], platformTables: ['capture'] })).toEqual([
    'server/src/modules/exam/store.ts: writes capture, which belongs to the platform',
  ])
})

test('every table that stands has an owner, and every owned one stands', () => {
  const tree = treeOf({
    'server/migrations/1-a.sql':
      'create table capture (\ncreate table session (\ncreate table old (',
    'server/migrations/2-b.sql': 'drop table old;\ncreate table late (id int);',
  })
  const modules = [{ name: 'exam', mayImport: [], tables: ['capture', 'old'] }]
  expect(checkTables(tree, { rooms: [], modules, platformTables: ['session'] })).toEqual([
    'docs/map.md: nobody owns the table late',
    'docs/map.md: no migration makes the table old',
  ])
})

test('names are kebab-case, Pascal for components, the wire name for modules', () => {
  const good = [
    'client/src/first_page.ts',
    'ui/src/Avatar.tsx',
    'ui/src/main.tsx',
    'e2e/a-b.spec.ts',
  ]
  const bad = [
    'client/src/other_name.ts',
    'client/src/Avatar.ts',
    'client/src/utils.ts',
    'ui/src/index.ts',
  ]
  const tree = treeOf(
    Object.fromEntries(
      [...good, ...bad, 'server/src/modules/first_page/store.ts'].map((path) => [path, '']),
    ),
  )
  expect(checkNames(tree).map((problem) => problem.split(':')[0])).toEqual(bad.toSorted())
})

test('long files, unfinished work and switched-off rules are refused', () => {
  const tree = treeOf({
    'server/src/a.ts': 'x\n'.repeat(401),
    'server/src/b.ts': 'x\n'.repeat(400),
    'server/seeds/c.ts': 'x\n'.repeat(900),
    'server/src/d.ts': "// TODO later\nconst state = 'TODO'\n",
    'server/src/e.ts': '// biome-ignore lint/suspicious/noExplicitAny: because\n// @ts-ignore\n',
    'server/src/f.test.ts': "it.skip('works', () => {})\n",
  })
  expect(checkText(tree)).toEqual([
    'server/src/a.ts: 401 lines, at most 400',
    expect.stringMatching(/^server\/src\/d\.ts:1: /),
    expect.stringMatching(/^server\/src\/e\.ts:1: /),
    expect.stringMatching(/^server\/src\/e\.ts:2: /),
    expect.stringMatching(/^server\/src\/f\.test\.ts:1: /),
  ])
})

test('files that import each other in a circle are found, by types and by later imports too', () => {
  const files = {
    'site/src/a.ts': `import type { B } from './b.ts'`,
    'site/src/b.ts': `export const load = () => import('./c.ts')`,
    'site/src/c.ts': `import { a } from './a.ts'`,
    'site/src/d.ts': `import { a } from './a.ts'`,
  }
  expect(checkCircles(treeOf(files), new Map())).toEqual([
    'files in a circle: site/src/a.ts → site/src/b.ts → site/src/c.ts → site/src/a.ts',
  ])
})
