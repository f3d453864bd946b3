import { describe, expect, test } from 'vitest'
import { buildLayout, findModuleCircle } from './layout.ts'
import { checkImports } from './rules/imports.ts'
import type { SourceTree } from './tree.ts'

const layout = buildLayout(
  [
    { name: 'contract', files: ['contract/**'], mayImport: [] },
    { name: 'database', files: ['server/src/platform/db/**'], mayImport: [] },
    {
      name: 'routes',
      files: ['server/src/modules/**/routes.ts'],
      mayImport: ['contract', 'own service'],
    },
    {
      name: 'service',
      files: ['server/src/modules/**/service.ts'],
      mayImport: ['contract', 'own store', 'listed service'],
    },
    { name: 'store', files: ['server/src/modules/**/store.ts'], mayImport: ['database'] },
    { name: 'client', files: ['client/**'], mayImport: ['types of contract'] },
  ],
  [
    { name: 'exam', mayImport: ['study'], tables: ['attempt', 'capture'] },
    { name: 'study', mayImport: [], tables: [] },
  ],
  ['session'],
)

test('a circle of areas that import each other is found and named', () => {
  const row = (name: string, ...mayImport: string[]) => ({ name, mayImport })
  expect(findModuleCircle([row('a', 'b', 'c'), row('b', 'c'), row('c')])).toBeNull()
  expect(findModuleCircle([row('a', 'b'), row('b', 'c'), row('c', 'b')])).toEqual(['b', 'c', 'b'])
})

describe('allowed and forbidden imports', () => {
  const modules = 'server/src/modules'
  const problems = (path: string, text: string) => {
    const tree: SourceTree = { paths: new Set([path]), texts: new Map([[path, text]]) }
    const packages = new Map([['@ce/contract', { folder: 'contract', exports: { '.': './src/index.ts' } }]])
    return checkImports(tree, layout, packages)
  }

  test.each([
    [`${modules}/exam/routes.ts`, `import { start } from './service.ts'`],
    [`${modules}/exam/service.ts`, `import { credit } from '../study/service.ts'`],
    [`${modules}/exam/store.ts`, `import { db } from '../../platform/db/database.ts'`],
    ['client/src/a.ts', `import type { Call } from '@ce/contract'\nimport { b } from './b.ts'`],
  ])('the layout rule allows %s to import: %s', (path, text) => {
    expect(problems(path, text)).toEqual([])
  })

  test.each([
    [`${modules}/exam/routes.ts`, `import { find } from './store.ts'`, 'routes may not import store'],
    [`${modules}/exam/routes.ts`, `import { credit } from '../study/service.ts'`, 'service'],
    [`${modules}/exam/service.ts`, `import { find } from '../study/store.ts'`, 'store'],
    [`${modules}/study/service.ts`, `import { start } from '../exam/service.ts'`, 'service'],
    [`${modules}/study/store.ts`, `import { find } from '../exam/store.ts'`, 'store'],
    ['client/src/a.ts', `import { calls } from '@ce/contract'`, 'client may not import contract'],
    ['client/src/a.ts', `import type { x } from '../../bench/x.ts'`, 'which has no room'],
    ['elsewhere/a.ts', '', 'no room of tools/structure/rooms.ts'],
  ])('the layout rule forbids %s to import: %s', (path, text, problem) => {
    expect(problems(path, text)).toEqual([expect.stringContaining(problem)])
  })
})
