import { expect, test } from 'vitest'
import { renderLicencesPage } from './licences.ts'

const lockOf = (packages: object) => JSON.stringify({ packages })

test('lists packages by licence, each version once and development packages apart', () => {
  const page = renderLicencesPage(
    lockOf({
      '': { version: '1.0.0' },
      client: { version: '1.0.0' },
      'node_modules/@ce/client': { link: true },
      'node_modules/b': { version: '2.0.0', license: 'MIT' },
      'node_modules/a': { version: '1.0.0', license: '(MIT)' },
      'node_modules/c/node_modules/a': { version: '1.0.0', license: 'MIT' },
      'node_modules/alias': { name: '@x/real', version: '3.0.0', license: 'ISC' },
      'node_modules/d': { version: '4.0.0', license: 'ISC', dev: true },
    }),
  )
  const [, portal = '', developers = ''] = page.split('\n## ')
  expect(portal).toContain('### ISC\n\n@x/real 3.0.0\n\n### MIT\n\na 1.0.0, b 2.0.0\n')
  expect(developers).toContain('### ISC\n\nd 4.0.0\n')
  expect(page).not.toContain('client')
})

test('refuses a package without a known licence', () => {
  const lock = lockOf({ 'node_modules/x': { version: '1.0.0' } })
  expect(() => renderLicencesPage(lock)).toThrow('x names no licence')
})
