import { fileURLToPath } from 'node:url'
import { importPath } from '../../src/modules/poster_import/service.ts'
import { systemAuthor } from '../../src/platform/audit.ts'
import type { Deps } from '../../src/platform/deps.ts'

/** the texts written for the demo portal, and five laws as they are */
const sources = [
  { path: folder('../posters'), categoryId: null },
  { path: folder('../laws'), categoryId: 35 },
]

function folder(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

/** Publishes the public portal's content through the import, each item on its own day. */
export async function addPosters(deps: Deps): Promise<void> {
  for (const source of sources) {
    const rows = await importPath(deps, systemAuthor, { ...source, publish: true })
    for (const { action, path, problems } of rows)
      if (action === 'REFUSE') throw new Error(`${path}: ${problems.join(', ')}`)
  }
}
