import { posix } from 'node:path'

export interface Import {
  specifier: string
  /** erased before it runs: `import type`, `export type … from` */
  typeOnly: boolean
}

const statement =
  /^(?:import\s+(type\s+)?(?:[\w*\s{},$]+?\s+from\s+)?|export\s+(type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+)['"]([^'"]+)['"]/gm
const dynamic = /\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?['"]([^'"]+)['"]\s*\)/g

/** What a source file imports. Statements stand at the start of a line: biome sees to that. */
export function importsOf(text: string): Import[] {
  const found = [...text.matchAll(statement)].map(([, first, second, specifier = '']) => ({
    specifier,
    typeOnly: Boolean(first ?? second),
  }))
  const late = [...text.matchAll(dynamic)].map(([, specifier = '']) => ({
    specifier,
    typeOnly: false,
  }))
  return [...found, ...late]
}

/** Our packages: name → where an import of `name` or `name/sub` leads. */
export type Packages = Map<string, { folder: string; exports: Record<string, string> }>

/** The path in the tree that an import leads to; null for what is not ours. */
export function resolveImport(from: string, specifier: string, packages: Packages): string | null {
  const plain = specifier.replace(/\?.*$/, '')
  if (plain.startsWith('.')) return posix.join(posix.dirname(from), plain)
  const [scope, name, ...rest] = plain.split('/')
  const target = packages.get(`${scope}/${name}`)
  if (!target) return null
  const entry = rest.length ? `./${rest.join('/')}` : '.'
  const direct = target.exports[entry]
  if (direct) return posix.join(target.folder, direct)
  const wild = target.exports['./*']
  return wild && entry !== '.'
    ? posix.join(target.folder, wild.replace('*', rest.join('/')))
    : posix.join(target.folder, 'package.json')
}
