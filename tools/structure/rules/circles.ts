import { parseImports, resolveImport, type WorkspacePackages } from '../imports.ts'
import { listCodeFiles, type SourceTree } from '../tree.ts'

/** Refuses circular imports, even of types, because such files must be read together. */
export function checkCircles(tree: SourceTree, packages: WorkspacePackages): string[] {
  const imported = new Map(
    [...listCodeFiles(tree)].map(([path, text]) => [
      path,
      parseImports(text).flatMap(({ specifier }) => resolveImport(path, specifier, packages) ?? []),
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
