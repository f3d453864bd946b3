import { findModuleCircle, type ProjectLayout } from '../layout.ts'
import type { SourceTree } from '../tree.ts'

const base = 'server/src/modules'

/** Checks that the areas form no circle and name every folder, and that every wire name has its routes and tests. */
export function checkAreas(tree: SourceTree, layout: ProjectLayout): string[] {
  const folders = new Set(
    [...tree.texts.keys()]
      .map((path) => path.split('/'))
      .filter((parts) => parts.slice(0, 3).join('/') === base && parts.length > 4)
      .map((parts) => parts[3] ?? ''),
  )
  const listed = new Set(layout.areas.map(({ name }) => name))
  const circle = findModuleCircle(layout.areas)
  return [
    ...(circle ? [`tools/structure/areas.ts: areas in a circle: ${circle.join(' → ')}`] : []),
    ...[...folders]
      .filter((name) => !listed.has(name))
      .map((name) => `${base}/${name}: not in tools/structure/areas.ts`),
    ...[...listed].filter((name) => !folders.has(name)).map((name) => `tools/structure/areas.ts: no folder ${name}`),
    ...layout.areas.flatMap(({ name, mayImport }) =>
      mayImport
        .filter((other) => !listed.has(other))
        .map((other) => `tools/structure/areas.ts: ${name} lists the unknown ${other}`),
    ),
    ...checkRoutes(tree),
  ]
}

/** Checks that a folder with routes.ts has a wire name of the contract and contains the tests of its calls. */
function checkRoutes(tree: SourceTree): string[] {
  return [...tree.paths]
    .filter((path) => path.startsWith(`${base}/`) && path.endsWith('/routes.ts'))
    .flatMap((path) => {
      const folder = path.slice(0, -'/routes.ts'.length)
      const name = folder.slice(folder.lastIndexOf('/') + 1)
      const onTheWire = ['client', 'staff', 'employer'].some((side) =>
        tree.paths.has(`contract/src/${side}/${name}.ts`),
      )
      return [
        ...(onTheWire ? [] : [`${folder}: has routes.ts but no contract`]),
        ...(tree.paths.has(`${folder}/${name}.test.ts`) ? [] : [`${folder}: needs ${name}.test.ts`]),
      ]
    })
}
