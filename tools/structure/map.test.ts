import { describe, expect, test } from 'vitest'
import { findCircle, parseMap } from './map.ts'
import { checkImports } from './rules/imports.ts'
import type { Tree } from './tree.ts'

const page = `# The map

| Room | Where | May import |
|---|---|---|
| contract | \`contract/**\` | nothing |
| database | \`server/src/platform/db/**\` | nothing |
| door | \`server/src/modules/*/routes.ts\` | contract, own service |
| service | \`server/src/modules/*/service.ts\` | contract, own store, listed service |
| store | \`server/src/modules/*/store.ts\` | database |
| client | \`client/**\` | types of contract |

Words.

| Module | May import | Writes the tables |
|---|---|---|
| \`exam\` | study | attempt, capture |
| \`study\` | – | – |

The platform writes the
rest: session, setting.
`
const map = parseMap(page)

test('the tables are read as they stand', () => {
  expect(map.rooms.map(({ name }) => name)).toEqual([
    ...['contract', 'database', 'door', 'service', 'store', 'client'],
  ])
  expect(map.rooms[3]?.mayImport).toEqual([
    { room: 'contract', typesOnly: false, reach: 'any' },
    { room: 'store', typesOnly: false, reach: 'own module' },
    { room: 'service', typesOnly: false, reach: 'listed modules' },
  ])
  expect(map.modules).toEqual([
    { name: 'exam', mayImport: ['study'], tables: ['attempt', 'capture'] },
    { name: 'study', mayImport: [], tables: [] },
  ])
  expect(map.platformTables).toEqual(['session', 'setting'])
  expect(() => parseMap('# nothing')).toThrow('Room | Where | May import')
})

test('a circle of modules is found and named', () => {
  const row = (name: string, ...mayImport: string[]) => ({ name, mayImport })
  expect(findCircle([row('a', 'b', 'c'), row('b', 'c'), row('c')])).toBeNull()
  expect(findCircle([row('a', 'b'), row('b', 'c'), row('c', 'b')])).toEqual(['b', 'c', 'b'])
})

describe('imports', () => {
  const modules = 'server/src/modules'
  const problems = (path: string, text: string) => {
    const tree: Tree = { paths: new Set([path]), texts: new Map([[path, text]]) }
    const packages = new Map([
      ['@ce/contract', { folder: 'contract', exports: { '.': './src/index.ts' } }],
    ])
    return checkImports(tree, map, packages)
  }

  test.each([
    [`${modules}/exam/routes.ts`, `import { start } from './service.ts'`],
    [`${modules}/exam/service.ts`, `import { credit } from '../study/service.ts'`],
    [`${modules}/exam/store.ts`, `import { db } from '../../platform/db/database.ts'`],
    ['client/src/a.ts', `import type { Call } from '@ce/contract'\nimport { b } from './b.ts'`],
  ])('%s may: %s', (path, text) => {
    expect(problems(path, text)).toEqual([])
  })

  test.each([
    [`${modules}/exam/routes.ts`, `import { find } from './store.ts'`, 'door may not import store'],
    [`${modules}/exam/routes.ts`, `import { credit } from '../study/service.ts'`, 'service'],
    [`${modules}/exam/service.ts`, `import { find } from '../study/store.ts'`, 'store'],
    [`${modules}/study/service.ts`, `import { start } from '../exam/service.ts'`, 'service'],
    [`${modules}/study/store.ts`, `import { find } from '../exam/store.ts'`, 'store'],
    ['client/src/a.ts', `import { calls } from '@ce/contract'`, 'client may not import contract'],
    ['client/src/a.ts', `import type { x } from '../../bench/x.ts'`, 'which has no room'],
    ['elsewhere/a.ts', '', 'no room of docs/map.md'],
  ])('%s may not: %s', (path, text, problem) => {
    expect(problems(path, text)).toEqual([expect.stringContaining(problem)])
  })
})
