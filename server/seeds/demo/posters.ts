import { fileURLToPath } from 'node:url'
import { importFromPath } from '../../src/modules/content/poster_import/service/import-package.ts'
import { systemAuthor } from '../../src/platform/audit.ts'
import type { Deps } from '../../src/platform/deps.ts'

const sources = [
  { path: folder('../posters'), categoryId: null },
  { path: folder('../laws'), categoryId: 35 },
]

function folder(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

export async function addDemoPosters(deps: Deps): Promise<void> {
  for (const source of sources) {
    const rows = await importFromPath(deps, systemAuthor, { ...source, publish: true })
    for (const { action, path, problems } of rows)
      if (action === 'REFUSE') throw new Error(`${path}: ${problems.join(', ')}`)
  }
}
