import { findCircle, type HouseMap } from '../map.ts'
import type { Tree } from '../tree.ts'

const base = 'server/src/modules'

/** The module table has no circle and lists what is there, and every module has the same files. */
export function checkModules(tree: Tree, map: HouseMap): string[] {
  const folders = new Set(
    [...tree.texts.keys()]
      .map((path) => path.split('/'))
      .filter((parts) => parts.slice(0, 3).join('/') === base && parts.length > 4)
      .map((parts) => parts[3] ?? ''),
  )
  const listed = new Set(map.modules.map(({ name }) => name))
  const circle = findCircle(map.modules)
  return [
    ...(circle ? [`docs/map.md: modules in a circle: ${circle.join(' → ')}`] : []),
    ...[...folders]
      .filter((name) => !listed.has(name))
      .map((name) => `${base}/${name}: not in docs/map.md`),
    ...[...listed]
      .filter((name) => !folders.has(name))
      .map((name) => `docs/map.md: no module ${name}`),
    ...map.modules.flatMap(({ name, mayImport, tables }) => [
      ...mayImport
        .filter((other) => !listed.has(other))
        .map((other) => `docs/map.md: ${name} lists the unknown ${other}`),
      ...(folders.has(name) ? checkFiles(tree, name, tables.length > 0) : []),
    ]),
  ]
}

function checkFiles(tree: Tree, name: string, ownsTables: boolean): string[] {
  const has = (file: string) => tree.paths.has(`${base}/${name}/${file}`)
  const onTheWire = ['client', 'staff', 'employer'].some((side) =>
    tree.paths.has(`contract/src/${side}/${name}.ts`),
  )
  const problems: string[] = []
  if (!has('service.ts') && !has('service')) problems.push('needs service.ts or a folder service/')
  if (ownsTables && !has('store.ts') && !has('store'))
    problems.push('owns tables, so it needs a store.ts')
  if (onTheWire !== has('routes.ts'))
    problems.push(
      onTheWire ? 'is in the contract, so it needs a routes.ts' : 'has routes.ts but no contract',
    )
  if (onTheWire && !has(`${name}.test.ts`)) problems.push(`needs ${name}.test.ts`)
  return problems.map((problem) => `${base}/${name}: ${problem}`)
}
