import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The project's text files by path, with forward slashes. */
export interface SourceTree {
  /** All paths including folders, for rules about names. */
  paths: Set<string>
  texts: Map<string, string>
}

/** A rule of the structure check returns its problems, one line each. */
export type StructureRule = (tree: SourceTree) => string[] | Promise<string[]>

const skipped = new Set([
  ...['node_modules', '.git', 'dist', 'data', 'cells', '.cache', 'test-results', 'playwright-report'],
  'media',
])
const written = /\.(ts|tsx|mjs|css|sql|md)$/

export async function readSourceTree(root = '.'): Promise<SourceTree> {
  const tree: SourceTree = { paths: new Set(), texts: new Map() }
  await readFolder(root, '', tree)
  return tree
}

async function readFolder(root: string, folder: string, tree: SourceTree): Promise<void> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      tree.paths.add(path)
      if (skipped.has(entry.name)) return
      if (entry.isDirectory()) await readFolder(root, path, tree)
      else if (written.test(entry.name)) tree.texts.set(path, await readFile(join(root, path), 'utf8'))
    }),
  )
}

export function listCodeFiles(tree: SourceTree): [path: string, text: string][] {
  return [...tree.texts].filter(([path]) => /\.(ts|tsx|mjs)$/.test(path)).sort()
}
