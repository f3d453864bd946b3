import { expect, test } from 'vitest'
import type { SourceTree } from '../tree.ts'
import { listRegisteredCalls } from './calls.ts'
import { checkCircles } from './circles.ts'
import { checkClocks } from './clocks.ts'
import { checkDocPaths, listNamedPaths } from './doc-paths.ts'
import { checkDocs } from './docs.ts'
import { findBlockingStatements } from './migrations.ts'
import { checkFileNames } from './names.ts'
import { checkReplicaReads } from './replicas.ts'
import { checkTables, listWrittenTables } from './tables.ts'
import { checkFileText } from './text.ts'

function treeOf(files: Record<string, string>): SourceTree {
  const paths = Object.keys(files).flatMap((path) =>
    path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/')),
  )
  return { paths: new Set(paths), texts: new Map(Object.entries(files)) }
}

test('only one place in the pages reads the device’s clock', () => {
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

test('server modules take the time from the database and days from Shanghai', () => {
  const files = {
    'server/src/modules/a/x.ts': 'const now = new Date()',
    'server/src/modules/a/x.test.ts': 'const now = new Date()',
    'server/src/modules/a/until.ts': 'const end = new Date(until)',
    'server/src/modules/file/service/delete-unused.ts': 'const now = Date.now()',
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

test('the call rule finds registered calls in every short form', () => {
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
  expect(listRegisteredCalls(routes, 'file')).toEqual(['upload', 'one', 'two', 'three'])
  expect(listRegisteredCalls(routes, 'file', 'staffCalls')).toEqual(['four', 'five'])
})

test('checks paths in prose, but not examples and placeholders', () => {
  const page = 'See `tools/run.mjs`, `server/src/modules/<m>/routes.ts`, `npm test`, `a/b`.\n```\n`tools/no.ts`\n```\n'
  expect(listNamedPaths(page)).toEqual(['tools/run.mjs', 'server/src/modules/*/routes.ts'])
  const tree = treeOf({
    'README.md': `${page} \`tools/gone.ts\` \`server/src/\``,
    'docs/map.md': '`a/routes.ts` `a/service/` `platform/gone.ts` `a/v1/create`',
    'tools/run.mjs': '',
    'server/src/modules/a/routes.ts': '',
  })
  expect(checkDocPaths(tree)).toEqual([
    'README.md: names tools/gone.ts, which does not exist',
    'docs/map.md: names a/service/, which does not exist',
    'docs/map.md: names platform/gone.ts, which does not exist',
  ])
})

test('a decision needs three headings and an index entry, and prose needs short lines', () => {
  const good = '# 001 A is B\n\n## Context\n\n## Decision\n\n## Consequences\n'
  const line = 'word '.repeat(30)
  const tree = treeOf({
    'docs/decisions/README.md': '- [001](001-a.md) A is B\n- [002](002-b.md) Another title\n',
    'docs/decisions/001-a.md': good,
    'docs/decisions/002-b.md': '# 002 C is D\n\n## Context\n\n## Decision\n',
    'docs/map.md': `| ${line} |\n\`\`\`\n${line}\n\`\`\`\n${line}\n`,
  })
  expect(checkDocs(tree)).toEqual([
    'docs/decisions/002-b.md: has no heading "## Consequences"',
    'docs/decisions/002-b.md: docs/decisions/README.md does not list it as "[002](002-b.md) C is D"',
    'docs/map.md:5: 150 characters, at most 120',
  ])
})

test('a table is written only by the area that owns it', () => {
  const sql = "db.insertInto('examConsent'); sql`update capture set x = 1`; db.selectFrom('plan')"
  expect(listWrittenTables(sql)).toEqual(['exam_consent', 'capture'])
  expect(listWrittenTables("insertOnce(tx, 'examAppeal', row)")).toEqual(['exam_appeal'])
  expect(listWrittenTables("insertRow(tx, 'student', row)")).toEqual(['student'])
  expect(listWrittenTables("proposalTable(\n  'examRegrade',")).toEqual(['exam_regrade'])
  const migrations = {
    'server/migrations/1-a.sql': 'create table exam_consent (\ncreate table capture (',
    'server/migrations/2-b.sql': 'drop table exam_consent;',
  }
  const layout = {
    rooms: [],
    areas: [{ name: 'exam', mayImport: [], tables: ['capture'] }],
    platformTables: [],
  }
  const at = (module: string) => treeOf({ ...migrations, [`server/src/modules/${module}/store.ts`]: sql })
  expect(checkTables(at('exam'), layout)).toEqual([])
  expect(checkTables(at('study'), layout)).toEqual([
    'server/src/modules/study/store.ts: writes capture, which belongs to exam',
  ])
  expect(checkTables(at('exam'), { ...layout, areas: [], platformTables: ['capture'] })).toEqual([
    'server/src/modules/exam/store.ts: writes capture, which belongs to the platform',
  ])
})

test('every existing table has an owner, and every owned table exists', () => {
  const tree = treeOf({
    'server/migrations/1-a.sql': 'create table capture (\ncreate table session (\ncreate table old (',
    'server/migrations/2-b.sql': 'drop table old;\ncreate table late (id int);',
  })
  const areas = [{ name: 'exam', mayImport: [], tables: ['capture', 'old'] }]
  expect(checkTables(tree, { rooms: [], areas, platformTables: ['session'] })).toEqual([
    'tools/structure/areas.ts: nobody owns the table late',
    'tools/structure/areas.ts: no migration makes the table old',
  ])
})

test('file names are kebab-case, PascalCase for components, and the wire name for calls', () => {
  const good = ['client/src/first_page.ts', 'ui/src/Avatar.tsx', 'ui/src/main.tsx', 'e2e/a-b.spec.ts']
  const bad = ['client/src/other_name.ts', 'client/src/Avatar.ts', 'client/src/utils.ts', 'ui/src/index.ts']
  const tree = treeOf(
    Object.fromEntries([...good, ...bad, 'server/src/modules/content/first_page/routes.ts'].map((path) => [path, ''])),
  )
  expect(checkFileNames(tree).map((problem) => problem.split(':')[0])).toEqual(bad.toSorted())
})

test('refuses long files, unfinished work, repeated limits and rules that are switched off', () => {
  const tree = treeOf({
    'server/src/a.ts': 'x\n'.repeat(401),
    'server/src/b.ts': 'x\n'.repeat(400),
    'server/seeds/c.ts': 'x\n'.repeat(900),
    'server/src/d.ts': "// TODO later\nconst state = 'TODO'\n",
    'server/src/e.ts': '// biome-ignore lint/suspicious/noExplicitAny: because\n// @ts-ignore\n',
    'server/src/f.test.ts': "it.skip('works', () => {})\n",
    'site/src/g.tsx': '<Input maxLength={20} />\n<Input maxLength={limits.name.maxLength} />\n',
  })
  expect(checkFileText(tree)).toEqual([
    'server/src/a.ts: 401 lines, at most 400',
    expect.stringMatching(/^server\/src\/d\.ts:1: /),
    expect.stringMatching(/^server\/src\/e\.ts:1: /),
    expect.stringMatching(/^server\/src\/e\.ts:2: /),
    expect.stringMatching(/^server\/src\/f\.test\.ts:1: /),
    expect.stringMatching(/^site\/src\/g\.tsx:1: /),
  ])
})

test('finds files that import each other in a circle, also by types and dynamic imports', () => {
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

const works = '-- works with the version before\n'

test.each([
  ['an index that is not built concurrently', 'create index on payment (order_id);'],
  ['a concurrent index in a transaction', 'create index concurrently x on payment (order_id);'],
  ['a changed column type', 'alter table orders alter column amount_fen type bigint;'],
  ['a column set to not null', 'alter table student alter column phone set not null;'],
  ['a check of all rows', "alter table student add constraint x check (phone <> '');"],
  ['a foreign key of a new column', 'alter table sign add column plan2 uuid references plan;'],
  ['a unique constraint without its index', 'alter table sign add constraint x unique (student_id, plan_id);'],
  ['a changed table of any size in one statement', 'update message set read_at = null;'],
  ['a repeated step without a limit', '-- in steps\n-- step, repeated\nupdate message set kind = null where kind = 1;'],
  ['a validation in the transaction of the constraint', 'alter table sign validate constraint x;'],
  ['a truncated table', 'truncate study_refusal;'],
  ['a dropped column that the version before reads', 'alter table plan drop column title;'],
  ['a new default for each row', 'alter table message add column code uuid default gen_random_uuid();'],
  ['a default that calls any function', "alter table message add column code text default 'x' || code_of(1);"],
  ['a new column with numbers', 'alter table message add column no bigint generated by default as identity;'],
  ['a new serial column', 'alter table message add column no bigserial;'],
  ['a block of code', 'do $$ begin update message set kind = null; end $$;'],
  ['a change inside a with', 'with old as (select 1) update message set read_at = null from old;'],
  ['a busy table with the name of its schema', 'update public.message set read_at = null;'],
  ['a busy table in quotes', 'alter table only "message" alter column "kind" set not null;'],
  ['a column without the word', 'alter table plan drop title;'],
  ['a dropped view', 'drop view year_state;'],
  ['a dropped default', 'alter table plan alter column title drop default;'],
  ['a new check on a new column', 'alter table message add column no int check (no > 0);'],
  ['a statement before the first step', '-- in steps\nselect 1;\n-- step\nselect 2;'],
  ['a heading with a fault', '-- in steps\n-- step\nselect 1;\n-- step 2\nselect 2;'],
  ['a step without the line about steps', '-- step\nselect 1;'],
  ['two statements in a repeated step', '-- in steps\n-- step, repeated\nselect 1;\nselect 2;'],
  ['a concurrent index without a name', '-- in steps\n-- step\ncreate index concurrently on payment (order_id);'],
  ['another form of a concurrent index', '-- in steps\n-- step\nreindex index concurrently payment_order;'],
  [
    'a constraint that is validated where it is added',
    '-- in steps\n-- step\nalter table sign add constraint x check (a > 0) not valid;\nalter table sign validate constraint x;',
  ],
])('the migration check refuses %s', (_, text) => {
  expect(findBlockingStatements(works + text)).toHaveLength(1)
})

test('the migration check accepts short locks, new tables and repeated steps', () => {
  const text = `-- in steps
-- step
create table note (id uuid primary key, student_id uuid not null references student);
-- step
alter table student add column nick text;
alter table student add constraint nick check (nick <> '') not valid;
-- step
alter table student validate constraint nick;
-- step
create unique index concurrently student_nick on student (nick);
-- step, repeated
update student set nick = name where id in (select id from student where nick is null order by id limit 1000);
-- step
create index on note (student_id);
-- step
alter table student add constraint nick_there check (nick is not null) not valid;
-- step
alter table student validate constraint nick_there;
-- step
alter table student alter column nick set not null;
-- step
drop index concurrently if exists student_old;`
  expect(findBlockingStatements(works + text)).toEqual([])
})

test('the migration check asks whether the version before works on the new schema', () => {
  const text = 'alter table plan drop column title;'
  expect(findBlockingStatements(text)).toEqual([expect.stringContaining('works with the version before')])
  expect(findBlockingStatements(`-- ends the version before: it reads the title of plans\n${text}`)).toEqual([])
})

test('only listed files may read from a standby', () => {
  const text = 'readFromReplica(deps, work)'
  const [audit, money] = ['server/src/modules/office/audit/service.ts', 'server/src/modules/money/order/service/a.ts']
  expect(checkReplicaReads(treeOf({ [audit]: text, [money]: text }))).toEqual([expect.stringContaining(money)])
})
