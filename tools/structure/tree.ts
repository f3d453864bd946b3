import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Everything of ours under the project's root, by path with forward slashes. */
export interface Tree {
  /** every file and folder, for rules about names and existence */
  paths: Set<string>
  /** the text of what people write: code, styles, SQL, documents */
  texts: Map<string, string>
}

/** One rule of the house: what it finds wrong, a line each. */
export type Rule = (tree: Tree) => string[] | Promise<string[]>

const skipped = new Set([
  ...['node_modules', '.git', 'dist', 'data', '.cache', 'test-results', 'playwright-report'],
  'media',
])
const written = /\.(ts|tsx|mjs|css|sql|md)$/

export async function readTree(root = '.'): Promise<Tree> {
  const tree: Tree = { paths: new Set(), texts: new Map() }
  await readFolder(root, '', tree)
  return tree
}

async function readFolder(root: string, folder: string, tree: Tree): Promise<void> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      tree.paths.add(path)
      if (skipped.has(entry.name)) return
      if (entry.isDirectory()) await readFolder(root, path, tree)
      else if (written.test(entry.name))
        tree.texts.set(path, await readFile(join(root, path), 'utf8'))
    }),
  )
}

/** The TypeScript of the tree, generated files too. */
export function codeFiles(tree: Tree): [path: string, text: string][] {
  return [...tree.texts].filter(([path]) => /\.(ts|tsx|mjs)$/.test(path)).sort()
}
