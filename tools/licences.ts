import { readFile, writeFile } from 'node:fs/promises'
import { renderLicencesPage } from './structure/licences.ts'

/** `npm run licences`: run it after package-lock.json changes. */
await writeFile('docs/third-party-licences.md', renderLicencesPage(await readFile('package-lock.json', 'utf8')))
