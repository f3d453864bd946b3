/**
 * Which code may import which. A file belongs to the first room with a matching pattern. It may import its own room (in
 * an area, only files of the same area) and what `mayImport` lists.
 */
export interface RoomRow {
  name: RoomName
  files: string[]
  mayImport: ImportTerm[]
}

/**
 * `own`: of the same area. `listed`: of the areas that tools/structure/areas.ts allows. `types of`: only by `import
 * type`.
 */
export type ImportTerm = `${'' | 'types of '}${'' | 'own ' | 'listed '}${RoomName}`

export type RoomName =
  | 'hostile files'
  | 'tests'
  | 'front tests'
  | 'contract rules'
  | 'contract'
  | 'database'
  | 'platform'
  | 'server'
  | 'routes'
  | 'service'
  | 'policy'
  | 'store'
  | 'rule'
  | 'seeds'
  | 'client'
  | 'ui'
  | 'site'
  | 'console'
  | 'learner'
  | 'e2e'
  | 'bench'
  | 'drill'
  | 'tools'

export const importRooms: RoomRow[] = [
  // Test files that attack parsers.
  {
    name: 'hostile files',
    files: ['server/test/hostile-files/**', 'server/test/factories/zip.ts', 'server/test/factories/png.ts'],
    mayImport: [],
  },
  {
    name: 'tests',
    files: ['server/test/**', 'server/**/*.test.ts'],
    mayImport: [
      'contract',
      'contract rules',
      'platform',
      'database',
      'rule',
      'policy',
      'store',
      'service',
      'routes',
      'server',
      'seeds',
      'client',
      'hostile files',
      'tools',
    ],
  },
  {
    name: 'front tests',
    files: ['client/**/*.test.ts*', 'ui/**/*.test.ts*', 'site/**/*.test.ts*', 'apps/**/*.test.ts*'],
    mayImport: ['contract', 'contract rules', 'client', 'ui', 'site', 'learner', 'console'],
  },
  // These parts of the contract also run in browsers, without the schema library.
  { name: 'contract rules', files: ['contract/src/rules/**'], mayImport: [] },
  // The contract defines every call once.
  { name: 'contract', files: ['contract/**'], mayImport: ['contract rules'] },
  {
    name: 'database',
    files: [
      'server/src/platform/db/client.ts',
      'server/src/platform/db/database.ts',
      'server/src/platform/db/heartbeats.ts',
      'server/src/platform/db/import-rows.ts',
      'server/src/platform/db/insert-once.ts',
      'server/src/platform/db/like.ts',
      'server/src/platform/db/lockout.ts',
      'server/src/platform/db/order-lines.ts',
      'server/src/platform/db/page.ts',
      'server/src/platform/db/prepared.ts',
      'server/src/platform/db/proposals.ts',
      'server/src/platform/db/silent-connections.ts',
      'server/src/platform/db/staged-import.ts',
      'server/src/platform/db/storable-json.ts',
      'server/src/platform/db/sweep-failures.ts',
      'server/src/platform/error-code.ts',
      'server/src/platform/time-limit.ts',
      'server/src/platform/db/generated/**',
    ],
    mayImport: [],
  },
  // Server code that every area uses.
  {
    name: 'platform',
    files: ['server/src/platform/**'],
    mayImport: ['contract', 'contract rules', 'database'],
  },
  // Server code that puts the areas together.
  {
    name: 'server',
    files: [
      'server/src/*.ts',
      'server/src/modules/register.ts',
      'server/src/modules/jobs.ts',
      'server/src/modules/integrity-checks.ts',
    ],
    mayImport: ['contract rules', 'platform', 'database', 'routes', 'service', 'seeds'],
  },
  // Routes, which pass checked input to a service.
  {
    name: 'routes',
    files: ['server/src/modules/**/routes.ts'],
    mayImport: ['contract', 'platform', 'types of database', 'own service'],
  },
  {
    name: 'service',
    files: ['server/src/modules/**/service.ts', 'server/src/modules/**/service/**'],
    mayImport: [
      'contract',
      'contract rules',
      'platform',
      'database',
      'own rule',
      'own policy',
      'own store',
      'listed rule',
      'listed service',
    ],
  },
  {
    name: 'policy',
    files: ['server/src/modules/**/policy.ts'],
    mayImport: ['types of contract', 'types of platform', 'types of own rule', 'types of own store'],
  },
  // SQL for tables of the area itself.
  {
    name: 'store',
    files: ['server/src/modules/**/store.ts', 'server/src/modules/**/store/**'],
    mayImport: ['database', 'own rule'],
  },
  // Other pure code of the area, named by what it computes.
  {
    name: 'rule',
    files: ['server/src/modules/**'],
    mayImport: [
      'contract',
      'contract rules',
      'platform',
      'types of database',
      'types of own store',
      'own service',
      'listed rule',
      'listed service',
    ],
  },
  {
    name: 'seeds',
    files: ['server/seeds/**'],
    mayImport: ['contract', 'contract rules', 'platform', 'database', 'service', 'server'],
  },
  {
    name: 'client',
    files: ['client/**'],
    mayImport: ['ui', 'types of contract', 'contract rules'],
  },
  { name: 'ui', files: ['ui/**'], mayImport: ['contract rules'] },
  {
    name: 'site',
    files: ['site/**'],
    mayImport: ['client', 'ui', 'types of contract', 'contract rules'],
  },
  {
    name: 'console',
    files: ['apps/console/**'],
    mayImport: ['client', 'ui', 'site', 'types of contract', 'contract rules'],
  },
  {
    name: 'learner',
    files: ['apps/learner/**'],
    mayImport: ['client', 'ui', 'site', 'types of contract', 'contract rules'],
  },
  {
    name: 'e2e',
    files: ['e2e/**'],
    mayImport: ['client', 'contract', 'contract rules', 'platform', 'seeds'],
  },
  {
    name: 'bench',
    files: ['bench/**'],
    mayImport: [
      'contract',
      'contract rules',
      'platform',
      'database',
      'rule',
      'service',
      'server',
      'seeds',
      'hostile files',
    ],
  },
  // Its people are those of tests and measurements.
  {
    name: 'drill',
    files: ['tools/drill.ts', 'tools/drill/**'],
    mayImport: ['contract', 'contract rules', 'platform', 'database', 'bench', 'tests', 'tools'],
  },
  {
    name: 'tools',
    files: ['tools/**', 'vitest.config.ts'],
    mayImport: [
      'contract',
      'contract rules',
      'platform',
      'database',
      'rule',
      'service',
      'server',
      'seeds',
      'bench',
      'ui',
      'types of tests',
    ],
  },
]
