import { expect, test } from 'vitest'
import { parseImports, resolveImport, type WorkspacePackages } from './imports.ts'

test('finds every kind of import and whether the compiler erases it', () => {
  const source = `import pg from 'pg'
import type { Tx } from './database.ts'
import {
  type One,
  two,
} from '../numbers.ts'
import './side-effect.css'
export type { Three } from './three.ts'
export { four } from './four.ts'
export * as five from './five.ts'
const late = await import('./late.ts')
const words = \`
  import { quoted } from './quoted.ts'\`
// import x from './commented.ts'
export function from(path: string) {
  return path + ' from \\'nowhere\\''
}`
  expect(parseImports(source)).toEqual([
    { specifier: 'pg', typeOnly: false },
    { specifier: './database.ts', typeOnly: true },
    { specifier: '../numbers.ts', typeOnly: false },
    { specifier: './side-effect.css', typeOnly: false },
    { specifier: './three.ts', typeOnly: true },
    { specifier: './four.ts', typeOnly: false },
    { specifier: './five.ts', typeOnly: false },
    { specifier: './late.ts', typeOnly: false },
  ])
})

test('resolves paths and exports of our own packages, and nothing else', () => {
  const packages: WorkspacePackages = new Map<string, { folder: string; exports: Record<string, string> }>([
    ['@ce/contract', { folder: 'contract', exports: { '.': './src/index.ts' } }],
    ['@ce/client', { folder: 'client', exports: { './*': './src/*' } }],
    ['@ce/server', { folder: 'server', exports: {} }],
  ])
  const resolve = (specifier: string) => resolveImport('apps/learner/src/main.tsx', specifier, packages)
  expect(resolve('./pages/a.tsx')).toBe('apps/learner/src/pages/a.tsx')
  expect(resolve('../../../server/src/app.ts')).toBe('server/src/app.ts')
  expect(resolve('./cover.svg?url')).toBe('apps/learner/src/cover.svg')
  expect(resolve('@ce/contract')).toBe('contract/src/index.ts')
  expect(resolve('@ce/client/call.ts')).toBe('client/src/call.ts')
  expect(resolve('@ce/server')).toBe('server/package.json')
  expect(resolve('react')).toBeNull()
  expect(resolve('@tanstack/react-query')).toBeNull()
})
