import { posix } from 'node:path'

export interface ImportStatement {
  specifier: string
  /** True for `import type` and `export type … from`, which the compiler erases. */
  typeOnly: boolean
}

const statement =
  /^(?:import\s+(type\s+)?(?:[\w*\s{},$]+?\s+from\s+)?|export\s+(type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+)['"]([^'"]+)['"]/gm
const dynamic = /\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?['"]([^'"]+)['"]\s*\)/g

/** Finds imports at the start of a line; Biome guarantees that they stand there. */
export function parseImports(text: string): ImportStatement[] {
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

/** The project's own packages by name. */
export type WorkspacePackages = Map<string, { folder: string; exports: Record<string, string> }>

export function resolveImport(from: string, specifier: string, packages: WorkspacePackages): string | null {
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
