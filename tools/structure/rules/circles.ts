import { importsOf, type Packages, resolveImport } from '../imports.ts'
import { codeFiles, type Tree } from '../tree.ts'

/** No file imports itself by way of others, types included: who reads one of a circle has to read them all. */
export function checkCircles(tree: Tree, packages: Packages): string[] {
  const imported = new Map(
    [...codeFiles(tree)].map(([path, text]) => [
      path,
      importsOf(text).flatMap(({ specifier }) => resolveImport(path, specifier, packages) ?? []),
    ]),
  )
  const done = new Set<string>()
  const open: string[] = []
  const circles: string[] = []
  const visit = (path: string) => {
    const at = open.indexOf(path)
    if (at >= 0) circles.push([...open.slice(at), path].join(' → '))
    if (at >= 0 || done.has(path)) return
    open.push(path)
    for (const target of imported.get(path) ?? []) visit(target)
    open.pop()
    done.add(path)
  }
  for (const path of imported.keys()) visit(path)
  return circles.map((circle) => `files in a circle: ${circle}`)
}
